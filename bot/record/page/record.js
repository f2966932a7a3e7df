"use strict";
(() => {
  const found = (id) => document.getElementById(id);
  const sheets = JSON.parse(found("sheets").textContent);
  const board = found("board"), place = found("place"), back = found("back"), on = found("on");
  const paper = board.getContext("2d");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const wide = matchMedia("(min-width: 900px)");
  const pieces = new Map();
  let shown = -1, wanted = 0, drawing = false;

  const piece = (number) => {
    if (!pieces.has(number)) {
      pieces.set(number, new Promise((done) => {
        const image = new Image();
        image.onload = () => done(image);
        image.onerror = () => done(null);
        image.src = "data:image/webp;base64," + sheets[number].data;
      }));
    }
    return pieces.get(number);
  };

  // Each picture holds only what is different from the one before: going back begins anew.
  const draw = async () => {
    if (drawing) return;
    drawing = true;
    while (shown !== wanted) {
      const aim = wanted;
      for (let number = aim < shown ? 0 : shown + 1; number <= aim; number += 1) {
        const sheet = sheets[number], image = sheet.data ? await piece(number) : null;
        if (board.width !== sheet.size[0] || board.height !== sheet.size[1] || number === 0) {
          [board.width, board.height] = sheet.size;
        }
        if (image) paper.drawImage(image, sheet.at[0], sheet.at[1]);
      }
      shown = aim;
    }
    drawing = false;
  };

  const marked = (first, last) => {
    let log = null, dice = null;
    for (const one of document.querySelectorAll("[data-number]")) {
      const number = Number(one.dataset.number), now = first < number && number <= last;
      one.classList.toggle("now", now);
      if (now && one.tagName === "ARTICLE") log = log || one;
      if (now && one.tagName === "LI") dice = dice || one;
    }
    return [log, dice];
  };

  const bring = (one, box) => {
    if (!one) return;
    const down = one.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTo({ top: box.scrollTop + down - 8, behavior: still ? "auto" : "smooth" });
  };

  const go = (number, follow = true) => {
    wanted = Math.max(0, Math.min(sheets.length - 1, number));
    const sheet = sheets[wanted], before = wanted ? sheets[wanted - 1].upto : 0;
    place.value = wanted;
    place.setAttribute("aria-valuetext", sheet.title);
    found("when").textContent = sheet.title;
    found("words").textContent = sheet.alt;
    board.setAttribute("aria-label", sheet.alt || sheet.title);
    back.disabled = wanted === 0;
    on.disabled = wanted === sheets.length - 1;
    const [log, dice] = marked(before, sheet.upto);
    bring(dice, wide.matches ? found("dice") : found("rolls"));
    if (follow && log) {
      if (wide.matches) bring(log, found("log"));
      else log.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
    }
    draw();
  };

  back.addEventListener("click", () => go(wanted - 1));
  on.addEventListener("click", () => go(wanted + 1));
  place.addEventListener("input", () => go(Number(place.value)));
  document.addEventListener("keydown", (event) => {
    if (event.target === place || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: sheets.length - 1 };
    if (event.key in steps) {
      event.preventDefault();
      go(steps[event.key]);
    }
  });
  let from = null;
  board.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  board.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    if (from && Math.abs(to.clientX - from.clientX) > 60 && Math.abs(to.clientY - from.clientY) < 40) {
      go(wanted + (to.clientX < from.clientX ? 1 : -1));
    }
    from = null;
  }, { passive: true });
  found("log").addEventListener("click", (event) => {
    const one = event.target.closest("article");
    if (!one) return;
    const number = sheets.findIndex((sheet) => sheet.upto >= Number(one.dataset.number));
    if (number >= 0) go(number, false);
  });
  go(sheets.length - 1, wide.matches);
})();
