#!/bin/sh
# Try the kit of docs/hosting/kit for real. It takes some minutes, root, Debian's packages within
# reach, and: apt-get install systemd systemd-container mmdebstrap buildah podman runc
#
#   sh tests/hosting/prove.sh          all of it
#   sh tests/hosting/prove.sh units    what systemd says of the units
#   sh tests/hosting/prove.sh image    the Containerfile, on a Debian made here, built and run
#   sh tests/hosting/prove.sh boot     the units under a systemd that boots in a container
#
# The Containerfile and the units themselves are tried, nothing is written off from them. The tests
# of this folder see to it, without all that, that the kit names what is there.
set -eu

cd "$(dirname "$0")/../.."
project=$PWD kit=$PWD/docs/hosting/kit
work=$(mktemp -d) mirror=${MIRROR:-http://deb.debian.org/debian}
# Authorities that this machine trusts, for a network that has its own.
trust=/etc/ssl/certs/ca-certificates.crt
leader=""
trap 'test -z "$leader" || kill -s KILL "$leader" 2> /dev/null; rm -rf "$work"' EXIT

units() {
    # The program where this project has it: a command that is not there fails the check.
    test -x .venv/bin/python || { echo "Run make venv first." >&2; exit 2; }
    for unit in "$kit"/adjutant*; do
        sed "s#/opt/adjutant#$project#g" "$unit" > "$work/$(basename "$unit")"
    done
    systemd-analyze verify --man=no "$work"/adjutant*
    echo "systemd-analyze verify: nothing is wrong"
    for unit in adjutant adjutant-backup; do
        # Tenths: below 3.0.
        systemd-analyze security --offline=true --threshold=29 --no-pager "$work/$unit.service" \
            | tail -n 1
    done
}

image() {
    suite=$(sed -n 's/^FROM .*debian:\([a-z]*\)-slim.*/\1/p' "$kit/Containerfile" | sort -u)
    base=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$kit/Containerfile" | sort -u)
    mmdebstrap --quiet --variant=minbase --include=ca-certificates "$suite" "$work/base.tar" "$mirror"
    podman import --quiet "$work/base.tar" "$base"
    buildah build --isolation chroot --pull=never --format docker --volume "$trust:$trust:ro" \
        --file "$kit/Containerfile" --tag adjutant .
    run="podman --runtime runc run --rm --no-healthcheck --network none --read-only --tmpfs /tmp --cap-drop ALL
        --security-opt no-new-privileges --memory 1500m --pids-limit 256 --init
        --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --volume adjutant_proved:/var/lib/adjutant
        --volume $project/tests/hosting:/proved:ro"
    $run adjutant --version
    $run adjutant data check
    $run --env PYTHONPATH=/srv/adjutant --entrypoint .venv/bin/python adjutant /proved/probe.py
    $run adjutant backup --keep 2
    $run adjutant try-update
    $run --entrypoint .venv/bin/python adjutant health.py
    podman volume rm adjutant_proved > /dev/null
    echo "the image: built, and run with nothing to write but its volume"
}

boot() {
    root=$work/root
    mmdebstrap --quiet --variant=minbase \
        --include=ca-certificates,dbus,make,python3,python3-venv,systemd,systemd-sysv \
        bookworm "$root" "$mirror"
    cp "$trust" "$root$trust"
    cp /etc/resolv.conf "$root/etc/"
    mkdir "$root/opt/adjutant"
    # As docs/hosting/README.md says it.
    cp -r bot data docs engine render requirements.lock "$root/opt/adjutant"
    mkdir -p "$root/opt/adjutant/tests"
    cp -r tests/hosting "$root/opt/adjutant/tests"
    chroot "$root" sh -ec 'cd /opt/adjutant
        useradd --system --home-dir /var/lib/adjutant adjutant
        python3 -m venv .venv
        .venv/bin/python -m pip install --quiet --require-hashes -r requirements.lock
        install --mode=0600 /dev/null /etc/adjutant.env
        echo ADJUTANT_TOKEN=a.token.of-no-use > /etc/adjutant.env'
    cp "$kit"/adjutant* "$root/etc/systemd/system/"
    # The same walls, and another program behind them.
    cp "$kit/adjutant.service" "$root/etc/systemd/system/proved.service"
    mkdir "$root/etc/systemd/system/proved.service.d"
    printf '%s\n' '[Service]' Type=oneshot Restart=no Environment=PYTHONPATH=/opt/adjutant ExecStart= \
        'ExecStart=/opt/adjutant/.venv/bin/python tests/hosting/probe.py' \
        > "$root/etc/systemd/system/proved.service.d/proved.conf"
    systemd-nspawn --quiet --register=no --keep-unit --boot --directory="$root" --machine=proved \
        > "$work/boot.log" 2>&1 < /dev/null &
    container=$!
    inside=""
    for _ in $(seq 100); do
        sleep 0.3
        leader=$(pgrep -P "$container" || true)
        test -n "$leader" || continue
        inside="nsenter --target $leader --all"
        $inside systemctl is-system-running > /dev/null 2>&1 && break
    done
    $inside systemctl start proved
    $inside systemctl start adjutant-backup
    $inside journalctl --no-pager --output=cat --unit=proved --unit=adjutant-backup
    $inside systemctl enable --now adjutant-backup.timer
    # With a token that is none the bot starts, and ends by itself or when it is told to.
    $inside systemctl start adjutant
    for _ in $(seq 100); do
        sleep 0.3
        $inside journalctl --no-pager --output=cat --unit=adjutant > "$work/log"
        grep "INFO .*bot.app: Adjutant [0-9]" "$work/log" && break
    done
    $inside systemctl stop adjutant
    $inside systemctl poweroff
    wait "$container" || true
    leader=""
    echo "the units: started by a real systemd, their walls around them"
}

for part in ${1:-units image boot}; do
    "$part"
done
