// shifts.mjs - nothing jumps: the cumulative layout shift (CLS) of whole games, as browsers define it, from the first load on.
//
// It is the largest sum of shifts in a session window: windows end after a second without a shift, or five seconds.  What follows
// an input within half a second does not count, so others' moves are shown one after the other, faster than usual.
// With TELL=1 in the environment it tells what moved, also if that is within the bound.
import { strict as assert } from 'node:assert';
import { DESKTOP, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt, WIDE } from './browser.mjs';

const MOST = 0.02;
const GAMES = [
  { game: 'sentient', seats: 3 },
  { game: 'inside-job', seats: 4 },
  { game: 'agents', seats: 3, options: { goal: '14' } },
  { game: 'dead-drop', seats: 3 },
];
const SIZES = { 'a desktop': DESKTOP, 'a wide screen': WIDE, 'a phone': PHONE };

/** Runs in the page: keeps every shift, with what moved and from where to where. */
function watchShifts() {
  window.shifts = [];
  const nameOf = (node) => {
    const names = [];
    for (let at = node?.nodeType === 1 ? node : node?.parentElement; at && names.length < 4; at = at.parentElement)
      names.unshift([at.localName, ...[...at.classList].filter((c) => !c.startsWith('svelte-'))].join('.'));
    return names.join(' > ');
  };
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({
          value,
          at: startTime,
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
    window = {
      sum: window.sum + shift.value,
      shifts: [...window.shifts, shift],
    };
    if (window.sum > best.sum) best = window;
  }
  return best;
}

const tell = ({ value, at, what }) => [`${value.toFixed(4)} after ${Math.round(at)} ms`, ...what.map((one) => `  ${one}`)];

const house = await openHouse();
const browser = await openBrowser();

async function measure(order, shape, lang, seed) {
  const page = await person(browser, house.url, { ...shape, lang, pace: 0.4 });
  await page.addInitScript(watchShifts);
  await seatAt(page, order);
  await playOn(page, luck(seed));
  const shifts = await shiftsOf(page);
  await page.context().close();
  return shifts;
}

const shiftsOf = (page) => page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(window.shifts), 100)));

/** Opens pages one after the other, the last of them a table where people wait. */
async function load(shape, lang) {
  const page = await person(browser, house.url, { ...shape, lang });
  await page.addInitScript(watchShifts);
  const found = {};
  for (const path of ['/', '/new/inside-job', '/rules/agents', '/replay', '/history', '']) {
    if (path) await page.goto(house.url + path);
    else await seatAt(page, { game: 'inside-job', seats: 4 }, false).then(() => page.reload());
    await page.waitForLoadState('networkidle');
    const worst = largest(await shiftsOf(page));
    if (worst.sum >= MOST) found[path || 'waiting'] = [worst.sum.toFixed(3), ...worst.shifts.flatMap(tell)];
  }
  await page.context().close();
  return found;
}

const CASES = GAMES.flatMap((order, g) =>
  Object.entries(SIZES).map(([size, shape], s) => ({
    order,
    shape,
    size,
    lang: ['en', 'pl', 'ru'][(g + s) % 3],
  })),
).filter(({ order, size }) => `${order.game} on ${size}`.includes(process.env.ONLY ?? ''));
const measured = CASES.map(({ order, shape, lang }, i) => measure(order, shape, lang, i + 1).catch((why) => why)); // at the same time: most of it is waiting

await run({
  ...Object.fromEntries(
    CASES.map(({ order, size, lang }, i) => [
      `${order.game} on ${size}, ${lang}`,
      async () => {
        const shifts = await measured[i];
        if (shifts instanceof Error) throw shifts;
        const worst = largest(shifts);
        console.log(`# ${order.game} on ${size}: ${worst.sum.toFixed(4)}`);
        if (process.env.TELL)
          console.log(
            worst.shifts
              .flatMap(tell)
              .map((l) => '#   ' + l)
              .join('\n'),
          );
        assert.ok(worst.sum < MOST, `shifted by ${worst.sum.toFixed(3)}\n${worst.shifts.flatMap(tell).join('\n')}`);
      },
    ]),
  ),
  'pages, while they load': async () => {
    assert.deepEqual([await load(DESKTOP, 'pl'), await load(PHONE, 'ru')], [{}, {}]);
  },
});
await browser.close();
await house.close();
