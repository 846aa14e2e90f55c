// shifts.mjs - nothing jumps: the cumulative layout shift (CLS) of whole games, as browsers define it, from the first load on.
//
// It is the largest sum of shifts in a session window: windows end after a second without a shift, or five seconds.  What follows
// an input within half a second does not count, so others' moves are shown at the usual pace, one after the other.
//
// A shift is the page's own if something moves that is before the board or beside it; else the board has moved its own things, and
// perhaps what lies below it.  SHIFTS=all in the environment prints every shift, and counts those of the boards too.
import { strict as assert } from 'node:assert';
import { DESKTOP, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const MOST = 0.02;
const GAMES = [
  { game: 'sentient', seats: 3 },
  { game: 'inside-job', seats: 4 },
  { game: 'agents', seats: 3, options: { goal: '14' } },
  { game: 'dead-drop', seats: 3 },
];

/** Runs in the page: keeps every shift, with what moved and from where to where. */
function watchShifts() {
  window.shifts = [];
  const nameOf = (node) => {
    const names = [];
    for (let at = node?.nodeType === 1 ? node : node?.parentElement; at && names.length < 4; at = at.parentElement)
      names.unshift(
        `${at.localName}${[...at.classList]
          .filter((c) => !c.startsWith('svelte-'))
          .map((c) => `.${c}`)
          .join('')}`,
      );
    return names.join(' > ');
  };
  const isFrame = (node) => {
    const board = document.querySelector('.board');
    const at = node?.nodeType === 1 ? node : node?.parentElement;
    if (!at) return false; // it is gone
    if (!board || at === board) return true;
    const below = innerWidth < 1000 && board.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
    return !board.contains(at) && !below && !at.closest('.later, .panel');
  };
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({
          value,
          at: startTime,
          frame: sources.some(({ node, previousRect }) => previousRect.width > 0 && isFrame(node)),
          what: sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)}: ${place(previousRect)} -> ${place(currentRect)}`),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The largest session window: its sum, and the shifts in it. */
function largest(shifts) {
  let best = { sum: 0, shifts: [] };
  let window = best;
  for (const shift of shifts) {
    const [first, last] = [window.shifts[0], window.shifts.at(-1)];
    if (!last || shift.at - last.at >= 1000 || shift.at - first.at >= 5000) window = { sum: 0, shifts: [] };
    window = { sum: window.sum + shift.value, shifts: [...window.shifts, shift] };
    if (window.sum > best.sum) best = window;
  }
  return best;
}

const tell = ({ value, at, frame, what }) => [
  `${value.toFixed(4)} after ${Math.round(at)} ms, ${frame ? 'of the page' : 'of the board'}`,
  ...what.map((one) => `  ${one}`),
];

const house = await openHouse();
const browser = await openBrowser();

async function measure(order, shape, seed) {
  const page = await person(browser, house.url, { ...shape, pace: 1 });
  await page.addInitScript(watchShifts);
  await seatAt(page, order);
  await playOn(page, luck(seed));
  const shifts = await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(window.shifts), 100)));
  await page.context().close();
  return shifts;
}

const CASES = GAMES.flatMap((order) =>
  [
    ['on a desktop', DESKTOP],
    ['on a phone', PHONE],
  ].map(([where, shape]) => ({ name: `${order.game} ${where}`, order, shape })),
);
const measured = CASES.map(({ order, shape }, i) => measure(order, shape, i + 1).catch((why) => why)); // at the same time: most of it is waiting

await run(
  Object.fromEntries(
    CASES.map(({ name }, i) => [
      name,
      async () => {
        const shifts = await measured[i];
        if (shifts instanceof Error) throw shifts;
        const all = process.env.SHIFTS === 'all';
        if (all)
          console.log(
            shifts
              .flatMap(tell)
              .map((line) => `# ${line}`)
              .join('\n'),
          );
        const worst = largest(all ? shifts : shifts.filter(({ frame }) => frame));
        console.log(`# ${name}: ${largest(shifts).sum.toFixed(4)} with the board`);
        assert.ok(worst.sum < MOST, `shifted by ${worst.sum.toFixed(3)}\n${worst.shifts.flatMap(tell).join('\n')}`);
      },
    ]),
  ),
);
await browser.close();
await house.close();
