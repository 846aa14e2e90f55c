// agents.mjs - the board of The Agents: it fills the window, and nothing is too small or covered.
import { strict as assert } from 'node:assert';
import { clickOne, DESKTOP, faults, good, LIT, luck, openBrowser, openHouse, person, PHONE, run, seatAt, tooSmall } from './browser.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** What is wrong with the board as it is seen now. */
const look = async (page, least) => [
  ...(await tooSmall(page, least)),
  ...(await page.evaluate(() => {
    const wrong = [];
    const edge = document.documentElement;
    if (document.querySelector('#end')) return []; // it has just ended
    if (edge.scrollWidth > edge.clientWidth) wrong.push('too wide');
    const dock = document.querySelector('.dock')?.getBoundingClientRect();
    if (dock && scrollY === 0 && dock.bottom > innerHeight + 1) wrong.push(`the dock ends at ${dock.bottom}`);
    for (const held of document.querySelectorAll('.hand .agent')) {
      const { x, y, height } = held.getBoundingClientRect();
      const top = document.elementFromPoint(x + 6, y + height / 2);
      if (y + height > 0 && y + height < innerHeight && !top?.closest('.hand, [role=tooltip], [role=alert]'))
        wrong.push(`${held.ariaLabel} is covered by ${top?.className}`);
    }
    return wrong;
  })),
];

/** Plays a whole game by clicking, and looks at the board before every click. */
async function playAndLook(page, chance, least, most = 1500) {
  for (let clicks = 0; clicks < most; clicks++) {
    await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
    if (await page.locator('#end').count()) return;
    assert.deepEqual(await look(page, least), []);
    await clickOne(page, chance);
  }
  throw new Error(`the game is not over after ${most} clicks`);
}

async function withPerson(shape, order, test) {
  const page = await person(browser, house.url, shape);
  try {
    await seatAt(page, { game: 'agents', bot: 'sensible', ...order });
    await page.waitForSelector(`${LIT}, #end`, { state: 'attached' }); // others may win before
    await test(page);
    good(page, 'page');
  } finally {
    await page.context().close();
  }
}

const tests = {};
for (const [i, [seats, lang, options]] of [
  [2, 'ru', { goal: '14' }],
  [3, 'pl', { goal: '14' }],
  [4, 'en', { goal: '12' }],
  [5, 'ru', { goal: '12' }],
  [3, 'en', { goal: '12', 'safe-houses': 'on', 'finish-round': 'on' }],
  [2, 'pl', { goal: '12' }],
].entries())
  for (const [size, shape, least] of [
    ['a desktop', DESKTOP, 12],
    ['a phone', PHONE, 11],
  ])
    tests[`${seats} players in ${lang} on ${size}: words are large enough, and nothing is covered`] = () =>
      withPerson({ ...shape, lang }, { seats, options }, (page) => playAndLook(page, luck(i + 1), least));

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
  [1024, 768],
  [390, 844],
])
  tests[`it fills a window of ${width} by ${height}`] = async () => {
    for (const seats of [2, 3, 4, 5])
      await withPerson(width < 700 ? PHONE : { viewport: { width, height } }, { seats }, async (page) => {
        const { left, right, bottom, edge } = await page.evaluate(() => {
          const [felt, dock] = ['.felt', '.dock'].map((part) => document.querySelector(part).getBoundingClientRect());
          const side = document.querySelector('aside.side').getBoundingClientRect();
          return {
            left: felt.left,
            right: side.top < dock.bottom ? side.right : felt.right,
            bottom: dock.bottom,
            edge: document.body.clientWidth, // without the place kept for a scrollbar
          };
        });
        assert(left <= 24 && right >= edge - 24, `from ${left} to ${right}`);
        assert(bottom <= height && bottom >= height - 24, `down to ${bottom}`);
        assert.deepEqual(await faults(page), []);
      });
  };

for (const [size, shape] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  tests[`both ways round are shown before a card is laid, on a ${size}`] = () =>
    withPerson(shape, { seats: 3 }, async (page) => {
      const chance = luck(5);
      const ordinary = page.locator('.hand [data-pick^="hand "]:has(.half)');
      for (; !(await ordinary.count()); await page.waitForSelector(LIT)) await clickOne(page, chance);
      await ordinary.first().click();
      const ways = page.locator('.dock [data-move^="play "]');
      await page.waitForFunction(() => document.querySelectorAll('.dock [data-move^="play "]').length === 2);
      assert.equal(await page.locator('.well .ghost.agent').count(), 1); // where it would lie
      for (const [i, edge] of ['far', 'near'].entries()) {
        await ways.nth(i).focus(); // looking at a way shows it on the table
        await page.waitForSelector(`.well .ghost.agent .card.${edge}`);
        const named = await ways.nth(i).getAttribute('aria-label');
        assert.match(named, /you (still )?score −?\d+/); // as the rules see it
        if (size === 'desktop') await page.waitForFunction(() => document.querySelectorAll('.ledger .then').item(3)?.textContent);
      }
      const others = page.locator('.well [data-pick^="spot "][aria-pressed=false]');
      const place = await others.first().getAttribute('data-pick');
      await others.first().click();
      await page.waitForSelector(`.well .ghost[data-pick="${place}"][aria-pressed=true]`);
      assert.deepEqual(await look(page, size === 'phone' ? 11 : 12), []);
      await ways.first().click();
      await page.waitForFunction(() => !document.querySelector('.well .ghost'));
    });

tests['a picked target shows what the command would do to it, before it is confirmed'] = () =>
  withPerson(PHONE, { seats: 3, bot: 'random', options: { goal: '999' } }, async (page) => {
    const chance = luck(3);
    const targets = page.locator(['turn', 'neutralise', 'revive'].map((verb) => `.well [data-pick^="${verb} "]`).join());
    for (; !(await targets.count()); await page.waitForSelector(LIT)) await clickOne(page, chance);
    const lies = (await targets.first().locator('.card').getAttribute('class')).replace(/svelte-\S+/, '');
    await targets.first().click();
    const shown = page.locator('.well .ghost.agent[data-move] .card');
    await shown.waitFor();
    assert.notEqual((await shown.getAttribute('class')).replace(/svelte-\S+| ghost/g, ''), lies);
    await page.locator('.dock .button.main[data-move]').click();
    await shown.waitFor({ state: 'detached' });
  });

for (const [size, shape] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  tests[`what one buys from the discards is named before, on a ${size}`] = () =>
    withPerson(shape, { seats: 2, bot: 'random', options: { goal: '999' } }, async (page) => {
      const chance = luck(2);
      const discards = page.locator('.piles [data-pick="goods old-agent"]');
      for (; !(await discards.count()); await page.waitForSelector(LIT)) await clickOne(page, chance);
      await page.keyboard.press('Escape'); // whatever was picked
      const name = (await discards.locator('b').textContent()).trim();
      await discards.click();
      const button = page.locator('.dock [data-move^="buy "]');
      assert.match(await button.textContent(), new RegExp(`^Buy ${name}`));
      const said = await page.locator('.dock .prompt p[role=status]').textContent();
      assert(said.includes(`${name} from the discards (costs 2): `), said);
      await button.click();
      await page.waitForFunction((name) => document.querySelector('.side').textContent.includes(`It is ${name} (`), name);
    });

tests['on a phone a tap on a situation that cannot be picked says its whole condition'] = () =>
  withPerson(PHONE, { seats: 3, bot: 'sensible', options: { goal: '999' } }, async (page) => {
    const chance = luck(4);
    const open = page.locator('.shore div.situation');
    for (; !(await open.count()); await page.waitForSelector(LIT)) await clickOne(page, chance);
    await open.first().tap();
    const tip = await page.locator('[role=tooltip]').textContent();
    assert.equal(tip, await open.first().getAttribute('data-tip'));
    assert.match(tip, /\n.+\n.*worth \d/s);
  });

tests['whoever shares a front without agents is named in it'] = () =>
  withPerson(DESKTOP, { seats: 3 }, async (page) =>
    assert.equal(await page.locator('.ring .empty').textContent(), 'Blake and Casey share this front. No agents yet.'),
  );

await run(tests);
await browser.close();
await house.close();
