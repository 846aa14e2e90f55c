// keys.mjs - everything with the keyboard alone: whole games, the menu, the tabs; and what screen readers are told.
import { strict as assert } from 'node:assert';
import { DESKTOP, good, luck, openBrowser, openHouse, person, run, seatAt } from './browser.mjs';

const LIT = '.board [data-move]:enabled, .board [data-pick]:enabled';
const FAR = 90; // presses of a key that anything may be away, at most

const house = await openHouse();
const browser = await openBrowser();

/** Waits until something can be done, or the game is over. */
const ready = (page) => page.waitForSelector(`${LIT}, #end`, { state: 'attached' });

/** Where the focus is now; it must be somewhere, and visible. */
const spot = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) throw new Error('the focus is lost');
    if (at.matches('a, button, input, select') && !at.matches(':focus-visible'))
      throw new Error(`the focus is not visible: ${at.outerHTML.slice(0, 200)}`);
    return {
      at: at === window.goal,
      gone: !!window.goal && (!window.goal.isConnected || window.goal.disabled),
      tag: at.tagName,
      id: at.id,
      lit: at.matches('[data-move], [data-pick]'),
    };
  });

/** Makes one of the visible elements of a selector the goal; returns whether it comes after the focus, or null if there is none. */
const aim = (page, selector, number = 0) =>
  page.evaluate(
    ([selector, number]) => {
      const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      if (!all.length) return null;
      window.goal = all[number % all.length];
      const where = document.activeElement.compareDocumentPosition(window.goal);
      return document.activeElement === document.body || !(where & Node.DOCUMENT_POSITION_PRECEDING);
    },
    [selector, number],
  );

/** Goes there with Tab or Shift+Tab; false if it has gone since.  `first`: nothing has the focus yet, as on a new page. */
async function walk(page, selector, number, first = false) {
  const ahead = await aim(page, selector, number);
  if (ahead === null) return false;
  let now = first ? { at: false } : await spot(page);
  for (let presses = 0; !now.at; presses++) {
    if (now.gone) return false;
    assert(presses < FAR, `${selector} is not within ${FAR} presses`);
    await page.keyboard.press(ahead ? 'Tab' : 'Shift+Tab');
    now = await spot(page);
  }
  return true;
}

/** What there is to do, whether the game is over, and what on the board has no name, or is a drawing neither named nor hidden. */
const look = (page) =>
  page.evaluate(() => {
    const lit = (what) => [...document.querySelectorAll(`.board [data-${what}]:enabled`)].filter((one) => one.checkVisibility()).length;
    const named = (one) => one.ariaLabel || one.textContent.trim();
    const things = [...document.querySelectorAll('.board button, .board [role=img], .board [role=group]')].filter((one) => !named(one));
    const drawn = [...document.querySelectorAll('.board svg')].filter((one) => !one.closest('[aria-hidden=true], [aria-label]'));
    return {
      over: !!document.querySelector('#end'),
      moves: lit('move'),
      picks: lit('pick'),
      nameless: [...things, ...drawn].map((one) => one.outerHTML.slice(0, 160)),
    };
  });

/** Presses one of the lit controls, more often one that plays a move than one that picks a part of it. */
async function pressOne(page, chance, { moves, picks }) {
  const move = moves && (!picks || chance(4));
  if (await walk(page, move ? '.board [data-move]:enabled' : '.board [data-pick]:enabled', chance(1000)))
    await page.keyboard.press(chance(2) ? 'Enter' : 'Space');
  await spot(page);
}

async function playToEnd(page, chance, most = 600) {
  for (let presses = 0; presses < most; presses++) {
    await ready(page);
    const there = await look(page);
    assert.deepEqual(there.nameless, []);
    if (there.over) return void (await spot(page));
    await pressOne(page, chance, there);
  }
  throw new Error(`the game is not over after ${most} choices`);
}

/** From the home page to a table of this game. */
async function playNow(page, game) {
  const button = `article.${game} button`;
  await page.waitForSelector(button);
  assert(await walk(page, button, 0, true));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.board');
  await spot(page);
}

async function withPerson(test, order) {
  const page = await person(browser, house.url, DESKTOP);
  try {
    if (order) await seatAt(page, order);
    await test(page);
    good(page, 'page');
  } finally {
    await page.context().close();
  }
}

async function openRecord(page) {
  if (!page.url().endsWith('/replay')) await page.goto(`${house.url}/replay`);
  await page.locator('input[type=file]').setInputFiles(new URL('../golden/sentient-2.record', import.meta.url).pathname);
  await page.waitForSelector('.board');
}

/** The first tab is open: goes around the tabs with keys, then into the panel. */
async function turnTabs(page, names) {
  const last = names.at(-1);
  assert(await walk(page, '[role=tab][aria-selected=true]', 0, true));
  for (const [key, name] of [
    ...names.slice(1).map((name) => ['ArrowRight', name]),
    ['ArrowRight', names[0]],
    ['ArrowLeft', last],
    ['Home', names[0]],
    ['End', last],
    ['Home', names[0]],
  ]) {
    await page.keyboard.press(key);
    await page.getByRole('tab', { name, selected: true }).and(page.locator(':focus[tabindex="0"]')).waitFor();
    await page.getByRole('tabpanel', { name }).waitFor();
    assert.equal(await page.locator('[role=tabpanel]').getAttribute('id'), await page.locator(':focus').getAttribute('aria-controls'));
  }
  await page.keyboard.press('Tab');
  assert(await page.locator('[role=tabpanel] :focus').count(), 'behind the tabs comes the panel');
}

const tests = {};
for (const [i, order] of [
  { game: 'sentient', seats: 2 },
  { game: 'inside-job', seats: 3 },
  { game: 'inside-job', seats: 2 },
  { game: 'agents', seats: 2, options: { goal: '10', rounds: '5' } }, // however the cards fall, it ends soon
].entries())
  tests[`${order.game} ${order.seats}: from the top over the skip link to the end`] = () =>
    withPerson(async (page) => {
      await ready(page);
      await page.keyboard.press('Tab');
      assert.equal((await spot(page)).tag, 'A', 'the skip link comes first');
      await page.keyboard.press('Enter');
      assert.equal((await spot(page)).id, 'main');
      let presses = 0;
      for (let lit = false; !lit; presses++) {
        await page.keyboard.press('Tab');
        lit = (await spot(page)).lit;
        assert(presses < 20, 'the first choice is too far from the skip link');
      }
      await playToEnd(page, luck(i + 2));
    }, order);

Object.assign(tests, {
  'every game begins from the home page': async () => {
    for (const game of ['sentient', 'inside-job', 'agents']) await withPerson((page) => playNow(page, game));
  },

  'every page begins at its heading, but where it was loaded': () =>
    withPerson(async (page) => {
      const begins = async (title, heading = title) => {
        await page.waitForFunction(
          (heading) => document.activeElement.matches('main h1') && document.activeElement.textContent === heading,
          heading,
        );
        await page.waitForFunction((title) => document.title === title, title);
      };
      const follow = async (link, ...there) => {
        await page.waitForSelector(link);
        assert(await walk(page, link, 0, true));
        await page.keyboard.press('Enter');
        await begins(...there);
      };
      const home = await page.getByRole('heading', { level: 1 }).textContent();
      assert(await page.evaluate(() => document.activeElement === document.body));
      await follow('a[href="/rules/agents"]', 'The Agents – Rules', 'The Agents');
      await page.goBack();
      await begins('Safehouse', home);
      await follow('a[href="/new/agents"]', 'The Agents – Safehouse', 'The Agents: a new table');
      assert(await walk(page, '[aria-controls=menu]'));
      await page.keyboard.press('Enter');
      await follow('a[href="/replay"]', 'Watch a saved game');
      assert.equal(await page.locator('#menu').count(), 0);
      await openRecord(page);
      await begins('Sentient – Watch a saved game', 'Sentient');
      await follow('header a.home', 'Safehouse', home);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert(await page.evaluate(() => document.activeElement === document.body));
    }),

  'Escape closes the menu and gives the focus back': () =>
    withPerson(async (page) => {
      await page.waitForSelector('header [aria-controls=menu]');
      assert(await walk(page, '[aria-controls=menu]', 0, true));
      await page.keyboard.press('Enter');
      assert(await walk(page, '#menu #name'));
      await page.keyboard.press('Escape');
      await page.waitForSelector('#menu', { state: 'detached' });
      await aim(page, '[aria-controls=menu][aria-expanded=false]');
      assert((await spot(page)).at);
    }),

  'tabs are one stop, arrows change them': () =>
    withPerson(
      async (page) => {
        await ready(page);
        await turnTabs(page, ['Log', 'Talk', 'Rules']);
      },
      { game: 'inside-job', seats: 3 },
    ),

  'tabs of a record too': () =>
    withPerson(async (page) => {
      await openRecord(page);
      await turnTabs(page, ['Log', 'Result', 'Checks']);
    }),

  'what is not allowed says why, and the focus comes back from there': () =>
    withPerson(
      async (page) => {
        const chance = luck(9);
        const dim = '.board [aria-disabled=true]:enabled';
        await ready(page);
        while (!(await page.locator(dim).count())) {
          await pressOne(page, chance, await look(page));
          await ready(page);
        }
        assert(await walk(page, dim, 0, true));
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        const gap = await page.evaluate(() => {
          const [why, what] = [document.querySelector('[role=alert]'), document.activeElement].map((one) => one.getBoundingClientRect());
          return Math.max(what.top - why.bottom, why.top - what.bottom);
        });
        assert(gap >= 0, `it lies on what was refused by ${-gap} pixels`);
        assert(await walk(page, '[role=alert] button'));
        await page.keyboard.press('Space');
        await page.getByRole('alert').waitFor({ state: 'detached' });
        assert((await spot(page)).lit);
      },
      { game: 'agents', seats: 3 },
    ),
});

await run(tests);
await browser.close();
await house.close();
