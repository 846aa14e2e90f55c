// home.mjs - around the tables: games that are started at once, links that others can open, other devices, and one's own games.
import { strict as assert } from 'node:assert';
import { networkInterfaces } from 'node:os';
import { clickOne, DESKTOP, faults, good, LIT, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const house = await openHouse();
const browser = await openBrowser();
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const board = (page) => page.waitForSelector('.board');
const playNow = (page, game) => page.getByRole('button', { name: new RegExp(`Play now.*${game}`) }).click();
const players = (page, game) => page.getByRole('combobox', { name: `Players: ${game}` });
const own = (page) =>
  page.locator('section', {
    has: page.getByRole('heading', { name: 'My games' }),
  });
const open = (page) =>
  page.locator('section', {
    has: page.getByRole('heading', { name: 'Open tables' }),
  });

/** Whether other machines can reach this one at all. */
const reachable = Object.values(networkInterfaces())
  .flat()
  .some(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/.test(address));

await run({
  'a game is started at once with as many players as were chosen, which is remembered': async () => {
    const page = await person(browser, house.url);
    await players(page, 'Sentient').selectOption('2');
    await playNow(page, 'Sentient');
    await board(page);
    assert.equal(await page.locator('.seats > *').count(), 2);
    await page.goto(house.url);
    await own(page)
      .getByRole('link', { name: /Sentient.*1 computer player/ })
      .waitFor();
    await page.waitForFunction(() => document.querySelectorAll('select').length === 3);
    assert.equal(await players(page, 'Sentient').inputValue(), '2');
    assert.equal(await players(page, 'Inside Job').inputValue(), '4');
    good(page, 'players');
    await close(page);
  },

  'nobody else is told of a game against computer players; whoever gets its link can watch': async () => {
    const page = await person(browser, house.url);
    const eve = await person(browser, house.url, PHONE);
    await playNow(page, 'Inside Job');
    await board(page);
    const other = await person(browser, house.url); // a table that is listed, later than that game
    await seatAt(other, { game: 'sentient', seats: 2 }, false);
    await open(eve)
      .getByRole('link', { name: /Sentient/ })
      .waitFor();
    assert.equal(
      await open(eve)
        .getByRole('link', { name: /Inside Job/ })
        .count(),
      0,
    );
    await eve.goto(page.url());
    await board(eve);
    good(eve, 'watches');
    await close(page, eve, other);
  },

  'who opens the house on its own machine gets links that others can open': async () => {
    const wide = await openHouse('--address', '0.0.0.0');
    try {
      const host = await person(browser, `http://localhost:${wide.port}`);
      await seatAt(host, { game: 'sentient', seats: 2 }, false);
      const link = await host.locator('.link').textContent();
      assert.equal(/localhost|127\./.test(link), !reachable, link);
      const friend = await person(browser, link, PHONE);
      await friend.getByRole('button', { name: 'Sit here' }).first().waitFor();
      assert.equal(await friend.locator('.link').textContent(), link); // and so does whoever came by it
      await host.getByRole('button', { name: 'Ada', exact: true }).click();
      await host.getByRole('button', { name: 'Continue on another device' }).click();
      const device = await host.locator('#menu a[target]').first().textContent();
      assert.equal(new URL(device).host, new URL(link).host);
      good(host, 'host');
      await close(host, friend);
    } finally {
      await wide.close();
    }
  },

  'a house that others cannot reach says so': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 }, false);
    await page.getByText('Only this computer can open this link').waitFor();
    await page.getByText('--address 0.0.0.0').waitFor();
    assert.deepEqual(await faults(page), []);
    await close(page);
  },

  'the code of another device is typed on the home page, in small letters and without dashes': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'inside-job', seats: 3 });
    await board(page);
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    assert.equal(await page.getByText('I have a code').count(), 0);
    await page.getByRole('button', { name: 'Continue on another device' }).click();
    const code = await page.locator('.code').textContent();
    const phone = await person(browser, house.url, PHONE);
    await phone.getByText('I have a code from another device').click();
    const field = phone.getByLabel('The code from the other device');
    await field.fill('abcd efgh jklm');
    await phone.keyboard.press('Enter');
    await phone.getByRole('alert').getByText('This code is wrong').waitFor();
    await field.fill(code.toLowerCase().replaceAll('-', ''));
    await phone.keyboard.press('Enter');
    await phone.getByRole('button', { name: 'Ada', exact: true }).waitFor();
    await own(phone)
      .getByRole('link', { name: /Inside Job/ })
      .waitFor();
    assert.equal(await phone.getByText('I have a code').count(), 0);
    await phone.reload();
    await phone.getByRole('button', { name: 'Ada', exact: true }).waitFor();
    good(phone, 'phone');
    await close(page, phone);
  },

  'games that are over stay in a list with their results and count; one can be hidden': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await playOn(page, luck(5));
    const won = await page.locator('#end').getByText('You have won').count();
    await seatAt(page, { game: 'inside-job', seats: 4 });
    await board(page);
    await page.goto(house.url);
    await page.getByRole('link', { name: 'All my games and statistics' }).click();
    const counted = page.getByRole('row', { name: /Sentient/ });
    await counted.waitFor();
    assert.deepEqual(await counted.getByRole('cell').allTextContents(), ['2', '1', String(won), won ? '100%' : '0%']);
    const row = page.getByRole('link', {
      name: new RegExp(`Sentient.*1 computer player.*\\d+ : \\d+.*${won ? 'won' : 'lost'}.*20\\d\\d`),
    });
    await row.waitFor();
    await page.getByRole('link', { name: /Inside Job.*(in progress|Your turn)/ }).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: /Hide.*Sentient/ }).click();
    await row.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Show games hidden on this device').check();
    await page.getByRole('button', { name: /Show again.*Sentient/ }).click();
    await page.getByLabel('Show games hidden on this device').waitFor({ state: 'detached' });
    await row.click();
    await page.waitForURL(/\/replay\//);
    await board(page);
    await page.goto(`${house.url}/history`);
    await page.getByRole('link', { name: /Inside Job/ }).click();
    await board(page);
    await page.waitForURL(/\/t\//);
    good(page, 'history');
    await close(page);
  },

  'a question is first about what the player has just played, and a refusal names its rule once': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, {
      game: 'inside-job',
      seats: 3,
      options: { leader: '1' },
    }); // others play before Ada
    await page.waitForSelector(LIT, { state: 'attached' });
    while (!(await page.locator('.board [data-move^=play]:enabled').count())) {
      await clickOne(page, luck(1));
      await page.waitForSelector(LIT, { state: 'attached' });
    }
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: /why did you play/ }).click();
    const [seat, card] = [page.locator('.about select').nth(0), page.locator('.about select').nth(1)];
    await seat.selectOption('1');
    const first = await card.locator('optgroup').first().locator('option').allTextContents();
    assert.equal(first.length, 1);
    assert.equal(await card.evaluate((select) => select.selectedOptions[0].textContent), first[0]);
    await page.locator('.about').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /I played/ }).click();
    await page.locator('.about').getByRole('button', { name: 'Send' }).click();
    const refusal = page.locator('.refusal');
    await refusal.waitFor();
    assert.equal((await refusal.textContent()).match(/J8\.1/g)?.length, 1);
    good(page, 'talk');
    await close(page);
  },

  'each sound has its own switch, which is remembered': async () => {
    const page = await person(browser, house.url, DESKTOP);
    const menu = () => page.getByRole('button', { name: 'Settings', exact: true }).click();
    await menu();
    for (const name of ['Cards and dice', 'The end of a game']) assert.ok(await page.getByLabel(name).isChecked());
    await page.getByLabel('Cards and dice').uncheck();
    await page.reload();
    await menu();
    assert.ok(!(await page.getByLabel('Cards and dice').isChecked()));
    assert.ok(await page.getByLabel('The end of a game').isChecked());
    await close(page);
  },
});
await browser.close();
await house.close();
