// guide.mjs - the guide goes on by what happens, and speaks only when the player can do something.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { clickOne, DESKTOP, good, LIT, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const house = await openHouse();
const browser = await openBrowser();

const built = process.env.BUILD ?? new URL('../../build', import.meta.url).pathname;
const catalog = (lang) => JSON.parse(readFileSync(`${built}/page/made/${lang}.json`, 'utf8'));
const lit = (page) => page.waitForSelector(LIT, { state: 'attached' });
const guide = (page) => page.locator('.guide p');
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** Runs in the page: keeps everything that the guide said, and when it spoke out of turn. */
function listen() {
  window.said = new Set();
  window.outOfTurn = [];
  new MutationObserver(() => {
    const text = document.querySelector('.guide p')?.textContent.trim();
    if (!text) return;
    window.said.add(text);
    const shown = (what) => !!document.querySelector(what);
    const why = shown('#end')
      ? 'after the end'
      : shown('[data-pick=recap]')
        ? 'over the summary of a round'
        : shown('.discussion button') || shown('.prompt.turn')
          ? ''
          : 'when it is not my turn';
    if (why) window.outOfTurn.push(`${why}: ${text}`);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** A page that listens to the guide from now on. */
async function listener(url = house.url, shape = DESKTOP) {
  const page = await person(browser, url, shape);
  await page.addInitScript(listen);
  return page;
}
const saidAt = (page) => page.evaluate(() => [...window.said]);
const outOfTurn = async (...pages) => (await Promise.all(pages.map((page) => page.evaluate(() => window.outOfTurn)))).flat();

/** Plays a game of Inside Job without ever raising; returns what the guide has said. */
async function neverRaise(page, chance) {
  await seatAt(page, { game: 'inside-job', seats: 4 });
  for (;;) {
    await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
    if (await page.locator('#end').count()) return saidAt(page);
    const moves = page.locator('.board [data-move]:not([data-move^=raise]):enabled:visible');
    if (await moves.count())
      await moves
        .nth(chance(await moves.count()))
        .click({ timeout: 3000 })
        .catch(() => undefined);
    else await clickOne(page, chance);
  }
}

await run({
  'whoever never presses anything of the guide still meets raising and voting': async () => {
    const page = await listener();
    const heard = new Set();
    for (let seed = 1; seed < 12; seed++) {
      for (const text of await neverRaise(page, luck(seed))) heard.add(text);
      if ([...heard].some((text) => /^Vote for/.test(text))) break; // not every game comes to the vote
    }
    const told = [...heard].join('\n');
    for (const what of [/You are/, /[Ff]ollow suit/, /counts as trump/, /^Vote for/m]) assert.match(told, what);
    good(page, 'guide');
    await close(page);
  },

  'it is silent unless the player can do something, in every game': async () => {
    for (const [i, order] of [
      { game: 'sentient', seats: 3 },
      { game: 'inside-job', seats: 3 },
      { game: 'agents', seats: 3, options: { goal: '10' } },
    ].entries()) {
      const page = await listener(house.url, i % 2 ? PHONE : DESKTOP);
      await seatAt(page, order);
      await playOn(page, luck(i + 1));
      assert.deepEqual(await outOfTurn(page), []);
      assert.ok((await saidAt(page)).length > 3, `it said only ${(await saidAt(page)).join(' / ')}`);
      good(page, order.game);
      await close(page);
    }
  },

  'it is silent while a bot plays for me': async () => {
    const page = await listener();
    await seatAt(page, { game: 'sentient', seats: 2 });
    await page.waitForSelector(LIT, { state: 'attached' });
    await page.getByRole('button', { name: 'Let the computer play for me' }).click();
    await page.waitForSelector('#end', { state: 'attached' });
    assert.deepEqual(await outOfTurn(page), []);
    await close(page);
  },

  'its place is as large as its longest hint, in every language': async () => {
    for (const shape of [DESKTOP, PHONE]) {
      const page = await person(browser, house.url, shape);
      await seatAt(page, { game: 'inside-job', seats: 4 });
      await guide(page).waitFor({ state: 'attached' });
      for (const lang of ['en', 'pl', 'ru']) {
        const texts = Object.entries(catalog(lang)).filter(([key]) => /^page\.guide\.\w+\.\S+$/.test(key));
        const large = await page.evaluate(async (texts) => {
          await document.fonts.load('1rem "Jost Variable"', texts.flat().join('')); // its letters of this language
          const box = document.querySelector('.guide').cloneNode(true);
          document.querySelector('.guide').replaceWith(box);
          return texts
            .filter(([, text]) => {
              box.querySelector('p').textContent = `${text} Reguła J3.10`;
              return box.scrollHeight > box.clientHeight;
            })
            .map(([key]) => key);
        }, texts);
        assert.deepEqual(large, [], `${lang} at ${shape.viewport.width}`);
        assert.ok(texts.length > 30);
      }
      await close(page);
    }
  },

  'it can be switched off, and started again': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    const first = /Most points after three rounds/;
    const chance = luck(2);
    await guide(page).getByText(first).waitFor();
    while ((await guide(page).textContent()).match(first)) await clickOne(page, chance);
    await lit(page); // so it has gone on
    await page.reload();
    await page.waitForSelector(LIT, { state: 'attached' });
    assert.doesNotMatch(await guide(page).textContent(), first); // what is learned stays learned
    await page.getByRole('button', { name: 'Turn the guide off' }).click();
    await page.locator('.guide').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Start the guide again' }).click();
    await page.keyboard.press('Escape');
    for (;;) {
      await page.waitForSelector(LIT, { state: 'attached' });
      if ((await guide(page).textContent()).match(first)) break;
      await clickOne(page, chance);
    }
    await close(page);
  },

  'what it told for a move that is taken back comes again': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    const first = guide(page).getByText(/Most points after three rounds/);
    await first.waitFor();
    await page.locator('[data-pick="slot 1"]').click();
    await page.locator('.prompt .main[data-move]').click();
    await first.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await first.waitFor();
    await close(page);
  },

  'it is silent at the others after a take-back': async () => {
    const host = await listener();
    await seatAt(host, { game: 'sentient', seats: 3 }, false);
    const friend = await listener(await host.locator('.link').textContent());
    await friend.reload(); // so that it listens
    await friend.getByRole('button', { name: 'Sit here' }).first().click();
    await host
      .locator('.waiting li')
      .getByText(/Guest \d\d/)
      .waitFor();
    await friend.getByRole('button', { name: 'I am ready' }).click();
    await host.locator('.ready.yes').nth(1).waitFor();
    await host.getByRole('button', { name: /^Start/ }).click();
    const chance = luck(3);
    for (;;) {
      const mover = await Promise.any([host, friend].map(async (one) => (await one.waitForSelector(LIT, { state: 'attached' }), one)));
      await clickOne(mover, chance);
      const back = mover.getByRole('button', { name: 'Undo' });
      if (!(await back.isEnabled())) continue;
      const other = mover === host ? friend : host;
      const late = await back.click({ timeout: 2000 }).catch(() => 'a bot has moved since');
      if (late) continue;
      await mover.waitForSelector(LIT, { state: 'attached' });
      await other.waitForFunction(() => !document.querySelector('.prompt.turn'));
      assert.equal((await guide(other).allTextContents()).join('').trim(), '');
      assert.deepEqual(await outOfTurn(host, friend), []);
      break;
    }
    await close(host, friend);
  },
});
await browser.close();
await house.close();
