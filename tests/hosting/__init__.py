"""The kit of docs/hosting/kit: what it says is so, and `prove.sh` beside it tries it for real."""
