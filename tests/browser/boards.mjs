// boards.mjs - over whole games, in every language and at both sizes: no text of a board is too small to read, and nothing moves under
// somebody's finger.  Another board is added to BOARDS.
import { strict as assert } from 'node:assert';
import { clickOne, DESKTOP, good, LIT, luck, openBrowser, openHouse, person, PHONE, run, seatAt } from './browser.mjs';

const BOARDS = [
  { game: 'sentient', seats: 3 },
  { game: 'inside-job', seats: 4 },
];
const SIZES = { desktop: { shape: DESKTOP, least: 12 }, phone: { shape: PHONE, least: 11 } };
const STILL = 0.02; // the score of a session window of layout shifts; below 0.1 is good, says web.dev

/** Keeps the shifts that no input explains; not those when the discussion or the scores come above the board, or there is a vote. */
const watchShifts = () => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
      const what = sources.map(({ node, previousRect: a, currentRect: b }) => {
        const at = node?.nodeType === 1 ? node : node?.parentElement;
        return { within: !!at?.closest('.play > .board'), say: `${at?.className} ${[a.x, a.y, b.x, b.y].map(Math.round)}` };
      });
      if (!hadRecentInput && !document.querySelector('#end, .discussion, .act')) window.shifts.push({ startTime, value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** The worst session window: shifts less than a second apart, for at most five seconds. */
function worst(shifts) {
  let [begin, last, sum, most] = [-Infinity, -Infinity, 0, { sum: 0, what: [] }];
  let what = [];
  for (const shift of shifts) {
    if (shift.startTime - last > 1000 || shift.startTime - begin > 5000) [begin, sum, what] = [shift.startTime, 0, []];
    last = shift.startTime;
    sum += shift.value;
    what.push(...shift.what.map(({ say }) => `${shift.value.toFixed(3)} ${say}`));
    if (sum > most.sum) most = { sum, what: [...what] };
  }
  return most;
}

/** The texts that are rendered smaller than this, with their sizes in pixels of the screen, pictures included. */
const small = (least) => {
  const found = new Set();
  const walker = document.createTreeWalker(document.querySelector('.play > .board'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (!node.data.trim() || at.closest('.unseen') || !at.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { height } = at.getBoundingClientRect();
    const scaled = at.offsetHeight && Math.abs(height - at.offsetHeight) > 1; // it is rounded
    const scale = at.ownerSVGElement ? at.getScreenCTM().d : scaled ? height / at.offsetHeight : 1;
    const size = parseFloat(getComputedStyle(at).fontSize) * scale;
    if (size < least - 0.05) found.add(`${size.toFixed(1)} px: ${at.className?.baseVal ?? at.className}: ${node.data.trim()}`);
  }
  return [...found];
};

/** What a player does excuses every shift in the half second after it, so bots wait longer than that where shifts are measured. */
const house = await openHouse();
const slow = await openHouse('--limit', 'delay=600');
const browser = await openBrowser();
const tests = {};
for (const [i, order] of BOARDS.entries())
  for (const [j, [size, { shape, least }]] of Object.entries(SIZES).entries())
    for (const [k, lang] of ['en', 'pl', 'ru'].entries()) {
      const still = k === (i + 2 * j) % 3; // shifts take long to measure, and are much the same in every language
      tests[`${order.game}, ${size}, ${lang}`] = async () => {
        const page = await person(browser, (still ? slow : house).url, { ...shape, lang });
        const tiny = new Set();
        try {
          await page.context().addInitScript(() => localStorage.setItem('guide', 'false')); // it is not part of the board
          await page.context().addInitScript(watchShifts);
          await seatAt(page, order);
          for (let over = false, chance = luck(i + 1); !over;) {
            await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
            for (const text of await page.evaluate(small, least)) tiny.add(text);
            over = (await page.locator('#end').count()) > 0;
            if (!over) await clickOne(page, chance);
          }
          good(page, size);
          assert.deepEqual([...tiny], []);
          const most = worst(await page.evaluate(() => window.shifts.filter(({ what }) => what.some(({ within }) => within))));
          if (still) console.log(`# ${order.game}, ${size}, shifts by ${most.sum.toFixed(3)}`, most.sum < STILL ? '' : most.what[0]);
        } finally {
          await page.context().close();
        }
      };
    }

tests['inside-job, phone: the missions to choose from leave the last trick in sight'] = async () => {
  const page = await person(browser, house.url, PHONE);
  try {
    const order = { game: 'inside-job', seats: 4 };
    await seatAt(page, order);
    for (const chance = luck(3); !(await page.locator('.ring:has(.drawn) .spot .card').count());) {
      await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
      if (await page.locator('#end').count()) await seatAt(page, order);
      else await clickOne(page, chance);
    }
    const covered = await page.locator('.ring').evaluate((ring) => {
      const all = (what) => [...ring.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
      const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return all('.spot').filter((card) => all('.drawn button').some((mission) => meet(card, mission))).length;
    });
    assert.equal(covered, 0);
  } finally {
    await page.context().close();
  }
};

tests['a clock stays in sight on a phone'] = async () => {
  const page = await person(browser, house.url, PHONE);
  try {
    await seatAt(page, { game: 'inside-job', seats: 4, clock: 'move', time: 60000 });
    await page.waitForSelector(LIT, { state: 'attached' });
    await page.locator('div.own').evaluate((node) => node.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const [{ y }, top] = [await page.locator('.clock').boundingBox(), await page.evaluate(() => scrollY)];
    assert.ok(top > 0 && y >= 0 && y < PHONE.viewport.height, `at ${y}, scrolled by ${top}`);
  } finally {
    await page.context().close();
  }
};
await run(tests);
await browser.close();
await house.close();
await slow.close();
