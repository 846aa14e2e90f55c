// table.mjs - people at one table: coming by link, talking, going away and coming back, another game.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { clickOne, DESKTOP, faults, good, LIT, luck, openBrowser, openHouse, person, PHONE, playOn, run, seatAt } from './browser.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** Two people at a new table of three, the third seat a bot's: [host, friend, chance]. */
async function pair(order, shape = DESKTOP) {
  const host = await person(browser, house.url);
  await seatAt(host, { seats: 3, ...order }, false);
  const link = await host.locator('.link').textContent();
  const friend = await person(browser, link, shape);
  await friend.getByRole('button', { name: 'Sit here' }).first().click();
  await host
    .locator('.waiting li')
    .getByText(/Guest \d\d/)
    .waitFor();
  await ready(friend);
  await host.locator('.ready.yes').nth(1).waitFor(); // the host, whom seatAt() makes ready, and the friend
  await host.getByRole('button', { name: /^Start/ }).click();
  return [host, friend, luck(7)];
}

const ready = (page) => page.getByRole('button', { name: 'I am ready' }).click();

const lit = (page) => page.waitForSelector(LIT, { state: 'attached' });
const log = (page) => page.locator('.side li button:not(.undo)').allTextContents();
const LOST = 'The connection is lost';

/** Plugs a card into the network of Sentient, which can be taken back; before that it may have to be taken from the factory. */
async function plug(page) {
  const gap = page.locator('.gap[data-pick]').first();
  if (!(await gap.count())) {
    await page.locator('.take[data-pick]').first().click();
    await page.locator('.take[data-move]').click();
  }
  await gap.click();
  await page.locator('.prompt .main').click();
}

/** Whether a move could be taken back. */
const takesBack = (page) =>
  page
    .getByRole('button', { name: 'Undo' })
    .click({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    );

/** Clicks until a move is on its way: then nothing is lit any more. */
async function moveOne(page, chance) {
  await lit(page);
  while (await page.locator(LIT).count()) await clickOne(page, chance);
}

/** Takes a seat and plays until it is the player's turn and something is found; if the game ends before, another one begins. */
async function playUntil(page, order, chance, found) {
  for (await seatAt(page, order); !(await found()) || !(await page.locator(LIT).count());) {
    await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
    if (await over(page)) await seatAt(page, order);
    else if (!(await found())) await clickOne(page, chance);
  }
}

const board = (page) => page.waitForSelector('.board');
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const over = (page) => page.locator('#end').count();

/** The pages of one person at a table, on a desktop and on a phone. */
async function twoDevices() {
  const page = await person(browser, house.url);
  await seatAt(page, { game: 'inside-job', seats: 3 });
  await board(page);
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  await page.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await page.locator('#menu a[target]').textContent();
  const phone = await person(browser, link, PHONE);
  await phone.getByRole('button', { name: 'Ada', exact: true }).waitFor();
  return [page, phone];
}

/** Both play until they have made so many clicks, or the game is over. */
async function playBoth(a, b, chance, clicks = 1e9) {
  for (let i = 0; i < clicks; i++) {
    const page = await Promise.any([a, b].map(async (one) => (await one.waitForSelector(`${LIT}, #end`, { state: 'attached' }), one)));
    if (await over(page)) return;
    await clickOne(page, chance);
  }
}

/** Two people at a table of Inside Job, in the discussion before the vote. */
async function atTheDiscussion(shape) {
  for (let seed = 1; seed < 20; seed++) {
    const [host, friend] = await pair({ game: 'inside-job', clock: 'move', time: 600000 }, shape);
    const chance = luck(seed);
    const talks = () => host.locator('.discussion').count();
    while (!(await over(host)) && !(await talks())) {
      const page = await Promise.any(
        [host, friend].map(async (one) => (await one.waitForSelector(`${LIT}, #end`, { state: 'attached' }), one)),
      );
      if (!(await page.locator('.discussion, #end').count())) await clickOne(page, chance);
      else await host.waitForSelector('.discussion, #end');
    }
    if (await talks()) return [host, friend, chance];
    await close(host, friend);
  }
  throw new Error('no game came to the vote');
}

await run({
  'before the vote people talk, and each says when they are ready': async () => {
    const [host, friend, chance] = await atTheDiscussion(PHONE);
    const ready = (page) => page.getByRole('button', { name: 'Ready to vote' });
    const votes = '.board [data-move^=vote], .board [data-pick^=vote]';
    await ready(friend).waitFor();
    for (const page of [host, friend]) {
      assert.match(await page.getByRole('timer').textContent(), /^[23]:\d\d$/);
      assert.equal(await page.locator(votes).count(), 0);
    }
    await friend.getByPlaceholder(/./).fill('It was the bot');
    await friend.getByRole('button', { name: 'Send' }).last().click();
    await host.locator('.side').getByText('It was the bot').waitFor(); // the talk is open
    await ready(host).click();
    await host
      .locator('.discussion')
      .getByText(/Waiting for Guest \d\d\./)
      .waitFor();
    assert.equal(await ready(host).count(), 0);
    await friend.reload();
    await ready(friend).click();
    await Promise.all([host, friend].map((page) => page.locator('.discussion').waitFor({ state: 'detached' })));
    await playBoth(host, friend, chance);
    await host.waitForSelector('#end');
    good(host, 'host');
    good(friend, 'friend');
    await close(host, friend);
  },

  'a table with a clock starts when everybody is ready, not when the last seat is taken': async () => {
    const host = await person(browser, `${house.url}/new/sentient`);
    await host.getByRole('group', { name: 'How many players?' }).getByRole('button', { name: '2' }).click();
    await host.getByRole('button', { name: 'Per move' }).click();
    await host.getByRole('button', { name: 'Create the table' }).click();
    const friend = await person(browser, await host.locator('.link').textContent(), PHONE);
    await friend.getByRole('button', { name: 'Sit here' }).click();
    await ready(friend);
    await host.getByText('Everybody else is ready.').waitFor();
    await friend.getByText(/Waiting for Guest \d\d\./).waitFor();
    for (const page of [host, friend]) assert.equal(await page.locator('.board').count(), 0);
    await friend.reload(); // it is still ready
    await friend.getByText(/Waiting for Guest \d\d\./).waitFor();
    await ready(host);
    await Promise.all([board(host), board(friend)]);
    for (const page of [host, friend]) good(page, 'ready');
    await close(host, friend);
  },

  'the host needs a second click to start without those who are not ready': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'sentient', seats: 3 }, false);
    const friend = await person(browser, host.url());
    await friend.getByRole('button', { name: 'Sit here' }).first().click();
    await host.locator('.ready:not(.yes)').waitFor();
    await host.getByRole('button', { name: /^Start/ }).click();
    await host.getByRole('button', { name: /Not ready yet: Guest \d\d/ }).click();
    await Promise.all([board(host), board(friend)]);
    await close(host, friend);
  },

  'a friend comes by the link; one browser is killed in the middle and opened again': async () => {
    const [host, friend, chance] = await pair({ game: 'inside-job' }, PHONE);
    await Promise.all([board(host), board(friend)]);
    await playBoth(host, friend, chance, 8);
    const cookies = await friend.context().cookies();
    const url = friend.url();
    await friend.context().close();
    await host.waitForFunction(() => document.querySelector('.seats')?.textContent.includes('away'));
    const back = await person(browser, house.url);
    await back.context().addCookies(cookies);
    await back.goto(url);
    await board(back);
    assert.match(await back.locator('.seats').textContent(), /Guest \d\d\s*you/);
    await playBoth(host, back, chance);
    await back.waitForSelector('#end');
    good(host, 'host');
    good(back, 'friend');
    await close(host, back);
  },

  'the house dies and opens again: pages come back by themselves and nothing is lost': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await board(page);
    const chance = luck(3);
    for (let i = 0; i < 6; i++) {
      await lit(page);
      await clickOne(page, chance);
    }
    await lit(page);
    const before = await log(page);
    await house.stop('SIGKILL');
    await page.getByText(LOST).waitFor();
    await house.start();
    await page.getByText(LOST).waitFor({ state: 'detached' });
    await lit(page);
    assert.deepEqual(await log(page), before);
    await playOn(page, chance);
    await close(page);
  },

  'a move that was on its way when the house died is sent again': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 3 });
    await lit(page);
    const before = await log(page);
    house.child.kill('SIGSTOP'); // it reads nothing any more
    await moveOne(page, luck(2));
    await house.stop('SIGKILL');
    await page.getByText(LOST).waitFor();
    await house.start();
    await page.waitForFunction((lines) => document.querySelectorAll('.side li button:not(.undo)').length > lines, before.length);
    assert.deepEqual((await log(page)).slice(0, before.length), before);
    await lit(page);
    good(page, 'sent again');
    await close(page);
  },

  'a take-back is told to the others, in the log and in the status': async () => {
    const [host, friend] = await pair({ game: 'sentient' });
    let mover, other, before;
    do {
      mover = await Promise.any([host, friend].map((page) => lit(page).then(() => page)));
      other = mover === host ? friend : host;
      await plug(mover);
      before = (await log(other)).length;
    } while (!(await takesBack(mover))); // if a bot was next, it has moved
    await other.locator('.prompt').getByText('undid a move.').waitFor();
    await other.locator('.side li').getByText('undid a move.').waitFor();
    assert.ok((await log(other)).length <= before);
    await plug(mover);
    await other.locator('.prompt').getByText('undid a move.').waitFor({ state: 'detached' });
    good(host, 'host');
    good(friend, 'friend');
    await close(host, friend);
  },

  'alone with bots one can go back to any choice, also from the end; everybody and the record are told': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2, backs: false });
    const chance = luck(5);
    const undo = page.getByRole('button', { name: 'Undo' });
    const practice = (one) => one.locator('.practice').getByText('Practice');
    await lit(page);
    const start = await log(page);
    await page.keyboard.press('z'); // nothing to take back yet
    const watcher = await person(browser, page.url());
    await board(watcher);
    while ((await log(page)).length < start.length + 8) await moveOne(page, chance);
    await undo.waitFor();
    assert.equal(await practice(page).count(), 0);
    const own = page.locator('.side .undo');
    await own.first().focus();
    await own.first().press('Enter'); // back to the first choice
    for (const one of [page, watcher]) {
      await practice(one).waitFor();
      await one.locator('.side').getByText('Ada went back to an earlier move.').waitFor();
      await one.waitForFunction((lines) => document.querySelectorAll('.side li button:not(.undo)').length === lines, start.length);
    }
    assert.equal(await undo.count(), 0);
    await lit(page);
    await playOn(page, chance);
    await page.getByText('does not count in statistics').waitFor();
    const end = (await log(page)).length;
    await page.keyboard.press('z');
    await page.locator('#end').waitFor({ state: 'detached' });
    await watcher.locator('#end').waitFor({ state: 'detached' });
    await lit(page);
    assert.ok((await log(page)).length < end);
    const late = await person(browser, page.url());
    await practice(late).waitFor();
    assert.deepEqual(await log(watcher), await log(late));
    await playOn(page, chance);
    await page.getByRole('link', { name: 'Replay' }).click();
    await practice(page).waitFor();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.locator('.checks').getByText('does not count in statistics').waitFor();
    assert.equal(await page.locator('.checks .bad').count(), 0);
    for (const one of [page, watcher, late]) good(one, 'undo');
    await close(page, watcher, late);
  },

  'a connection that leads nowhere is noticed; a move that arrived twice counts once': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await lit(page);
    house.child.kill('SIGSTOP');
    try {
      await moveOne(page, luck(4)); // the house finds it when it wakes up, and then gets it again
      await page.getByText(LOST).waitFor();
    } finally {
      house.child.kill('SIGCONT');
    }
    await page.getByText(LOST).waitFor({ state: 'detached' });
    await playOn(page, luck(4));
    good(page, 'asleep');
    await close(page);
  },

  'a part of the page that does not come is asked for again': async () => {
    for (const part of ['TablePage', 'board', 'lens']) {
      const page = await person(browser, house.url);
      const missed = () => page.wrong.some((line) => line.includes('Failed to fetch'));
      await page.route(new RegExp(`/assets/${part}-.*\\.(js|wasm)$`), (route) => (missed() ? route.continue() : route.abort()));
      await seatAt(page, { game: 'sentient', seats: 2 });
      await board(page);
      assert(missed(), part);
      await close(page);
    }
  },

  'a player who takes the last seat sees no refusal, and sees who is there after coming back': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'sentient', seats: 2 }, false);
    const friend = await person(browser, host.url());
    await friend.getByRole('button', { name: 'Sit here' }).click();
    await ready(friend);
    await Promise.all([board(host), board(friend)]); // it starts by itself
    await host.locator('.seats').getByText('here', { exact: true }).waitFor();
    await playBoth(host, friend, luck(1), 4);
    assert.equal(await friend.locator('.refusal').count(), 0);
    await house.stop('SIGKILL');
    await friend.getByText(LOST).waitFor();
    await host.context().close();
    await house.start();
    await friend.locator('.seats').getByText('away', { exact: true }).waitFor();
    good(friend, 'friend');
    await close(friend);
  },

  'the language can be changed during a game, also for the name of a dummy': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'inside-job', seats: 2 });
    await lit(page);
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Русский' }).click();
    await page.getByText('Ларри').first().waitFor();
    await page.keyboard.press('Escape');
    await playOn(page, luck(6));
    assert.doesNotMatch((await log(page)).join(' '), /Larry/);
    good(page, 'language');
    await close(page);
  },

  'a browser that stores nothing can play too': async () => {
    const page = await person(browser, house.url);
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      }),
    );
    await page.reload();
    await seatAt(page, { game: 'sentient', seats: 2 });
    await moveOne(page, luck(1));
    await lit(page);
    good(page, 'keeps nothing');
    await close(page);
  },

  'talk is heard at once, statements are read in the language of the reader, and at the seats': async () => {
    const [host, friend] = await pair({ game: 'inside-job' }, PHONE);
    await Promise.all([board(host), board(friend)]);
    for (const page of [host, friend]) await page.getByRole('tab', { name: 'Talk' }).click();
    const places = () =>
      Promise.all([host, friend].map((page) => page.locator('.states > button').evaluateAll((all) => all.map((one) => one.offsetTop))));
    const before = await places();
    await host.getByPlaceholder('Say something to everybody').fill('Hello <b>you</b>');
    await host.keyboard.press('Enter');
    await friend.getByText('Hello <b>you</b>').waitFor();
    await host.locator('.states button').first().click();
    assert.deepEqual(await places(), before); // no button moves
    await friend.getByRole('button', { name: /^Guest \d\d$/ }).click();
    await friend.getByRole('button', { name: 'Polski' }).click();
    await friend.keyboard.press('Escape');
    await host.locator('.about').getByRole('button').first().click(); // whom
    await friend
      .locator('.side')
      .getByText(/podejrzewa/)
      .waitFor();
    assert.match(await friend.locator('.player .said').textContent(), /^podejrzewa, że Kretem jest /); // at the seat, too
    assert.deepEqual((await places())[0], before[0]);
    await host.getByRole('button', { name: 'I think … has … cards.' }).click();
    await host.locator('.about select').nth(1).selectOption('few');
    await host.locator('.about').getByRole('button', { name: 'Send' }).click();
    await friend.locator('.side').getByText(/mało/).waitFor();
    await close(host, friend);
  },

  'talk shows who sits and who watches; the host silences spectators': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'sentient', seats: 3 }, false);
    const eve = await person(browser, host.url());
    const say = async (page, text) => {
      await page.getByPlaceholder('Say something to everybody').fill(text);
      await page.keyboard.press('Enter');
    };
    const line = (page, text) => page.locator('.side li', { hasText: text }).locator('p');
    await say(eve, 'Hello'); // nobody is signed in there
    await line(host, 'Hello').waitFor();
    await eve.getByRole('button', { name: /^Guest \d\d$/ }).click();
    await eve.getByLabel('Your name').first().fill('ADA');
    await eve.keyboard.press('Enter');
    await eve.getByText('Saved. You').waitFor();
    await eve.keyboard.press('Escape');
    await say(eve, 'I am the host');
    await say(host, 'No, I am');
    for (const page of [host, eve]) {
      await line(page, 'No, I am').waitFor();
      assert.equal((await line(page, 'I am the host').innerText()).trim(), 'spectator ADA I am the host');
      assert.equal((await line(page, 'No, I am').innerText()).trim(), '1 Ada No, I am');
    }
    await eve.getByRole('button', { name: 'Sit here' }).first().click();
    await eve.getByText('already has this name').waitFor();
    await host.getByLabel('Spectators may talk').uncheck();
    await eve.getByText('The host has silenced the spectators').waitFor();
    assert.equal(await eve.getByPlaceholder('Say something to everybody').count(), 0);
    await host.getByLabel('Spectators may talk').check();
    await eve.getByPlaceholder('Say something to everybody').waitFor();
    assert.equal(await eve.getByLabel('Spectators may talk').count(), 0);
    good(host, 'host');
    good(eve, 'spectator');
    await close(host, eve);
  },

  'people choose their colours, with the keyboard too, and keep them in the next game': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'sentient', seats: 3 }, false);
    const friend = await person(browser, host.url());
    await friend.getByRole('radio', { name: 'grey' }).check({ force: true });
    await friend.getByRole('button', { name: 'Sit here' }).first().click();
    const mine = (page, name) => page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
    await mine(friend, 'grey');
    await mine(host, 'white');
    await host.getByRole('radio', { name: 'white' }).focus();
    await host.keyboard.press('ArrowRight');
    await mine(host, 'red');
    await friend.getByRole('radio', { name: /red.*Ada/ }).check({ force: true });
    await friend.getByText('Somebody else has already chosen this colour').waitFor();
    await mine(friend, 'grey');
    await ready(friend);
    await host.locator('.ready.yes').nth(1).waitFor();
    await host.getByRole('button', { name: /^Start/ }).click();
    const seats = (page) => page.locator('.seats [role=img]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    for (const page of [host, friend]) {
      await board(page);
      assert.deepEqual(await seats(page), ['red', 'grey', 'yellow']);
      await page
        .locator('.mine .disc.colour-' + (page === host ? 'red' : 'grey'))
        .first()
        .waitFor();
    }
    for (const page of [host, friend]) {
      await page.getByRole('button', { name: 'End the game' }).click();
      await page.getByRole('button', { name: 'Really end it for everybody?' }).click();
    }
    for (const page of [host, friend]) await page.getByRole('button', { name: 'Play again' }).click();
    for (const page of [host, friend]) await ready(page);
    for (const page of [host, friend]) await page.locator('.seats li:nth-child(2) [role=img][aria-label=red]').waitFor(); // one seat on
    for (const page of [host, friend]) assert.deepEqual(await seats(page), ['white', 'red', 'grey']);
    good(host, 'host');
    good(friend, 'friend');
    await close(host, friend);
  },

  'the discards of Sentient and The Agents can be looked through': async () => {
    for (const game of ['sentient', 'agents']) {
      const page = await person(browser, house.url);
      const buttons = page.locator('.board [popovertarget]:not(.prompt *)');
      const counts = () => buttons.evaluateAll((all) => all.map((button) => Number(/\d+$/.exec(button.ariaLabel)[0])));
      await playUntil(page, { game, seats: 2 }, luck(3), async () => (await counts()).some(Boolean));
      for (const [i, count] of (await counts()).entries()) {
        await buttons.nth(i).focus();
        await page.keyboard.press('Enter');
        const open = page.locator('[popover]:popover-open');
        await open.locator('h3').waitFor();
        assert.equal(await open.locator('li').count(), count);
        await page.keyboard.press('Escape');
        await open.waitFor({ state: 'detached' });
      }
      good(page, game);
      await close(page);
    }
  },

  'a device is signed out from another one': async () => {
    const [page, phone] = await twoDevices();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    const devices = page.getByRole('region', { name: 'My devices' });
    await devices.getByText('this device').waitFor();
    await devices.getByRole('button', { name: 'Sign out' }).click();
    await phone.getByText('This device was signed out').waitFor();
    await phone.getByRole('button', { name: 'Settings', exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('#menu li').length === 1);
    good(page, 'signs out');
    good(phone, 'signed out');
    await close(page, phone);
  },

  'a spectator sees the table and has nothing to click': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'agents', seats: 2, onlookers: true });
    await board(page);
    const other = await person(browser, page.url());
    await board(other);
    assert.equal(await other.locator('.board [data-move]:enabled').count(), 0);
    await other.locator('.seats').getByText('You are watching').waitFor();
    await page.locator('.seats').getByText('1 spectator').waitFor(); // who has no name yet
    await other.getByRole('tab', { name: 'Talk' }).click();
    await other.getByRole('button', { name: 'Good move!' }).click();
    await page
      .locator('.seats')
      .getByText(/Watching: Guest \d\d/)
      .waitFor();
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: /^Ada$/ }).click();
    await page.getByRole('button', { name: 'Polski' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.side li').getByText('Dobry ruch!').waitFor(); // in the reader's language
    await page.getByRole('button', { name: 'Cześć!' }).click();
    await other.locator('.seats').getByText('Hello!').waitFor();
    for (const one of [page, other]) good(one, 'watching');
    await close(page, other);
  },

  'what the others did since my turn is listed, marked on the board, and can be shown again': async () => {
    for (const game of ['sentient', 'inside-job', 'dead-drop']) {
      const page = await person(browser, house.url);
      const open = page.getByRole('button', {
        name: /^Since your turn: [1-9]/,
      });
      const found = async () => (await open.count()) && (game === 'dead-drop' || (await page.locator('.board [data-mark=last]').count()));
      await playUntil(page, { game, seats: 3 }, luck(2), found);
      await open.click();
      const list = page.getByRole('dialog', { name: 'Since your last turn' });
      const told = await list.locator('li').allTextContents();
      assert.equal(told.length, Number(/\d+/.exec(await open.textContent())[0]));
      assert.ok(!told.some((line) => line.startsWith('Ada ')), told.join('\n'));
      assert.deepEqual(await faults(page), []);
      await list.getByRole('button', { name: 'Show me again' }).click();
      await page.getByText('This is the table as it was').waitFor();
      await lit(page); // it ends at the present
      await close(page);
    }
  },

  'a trick that is won can be read before the next one begins': async () => {
    const page = await person(browser, house.url, { ...DESKTOP, pace: 1 });
    await seatAt(page, { game: 'inside-job', seats: 3 });
    for (const chance = luck(2); !(await page.locator('.chip.wins:text("takes the trick")').count());) {
      await page.waitForSelector(`${LIT}, .chip.wins`, { state: 'attached' });
      if (await page.locator(LIT).count()) await clickOne(page, chance);
    }
    const won = performance.now();
    await page.waitForSelector('.drawn, .place, .spot:only-of-type .card', { state: 'attached' }); // the next trick
    assert.ok(performance.now() - won > 1000, `${performance.now() - won} ms`);
    await close(page);
  },

  'a tip covers no card that one may want to click': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 3 });
    await lit(page);
    const cards = await Promise.all((await page.locator('.take').all()).map((card) => card.boundingBox()));
    for (const what of ['.take', '.mine .hand', '.mine .holdings li', '.prompt [data-pick="pass"]']) {
      await page.mouse.move(0, 0);
      await page.locator('[role=tooltip]').waitFor({ state: 'detached' });
      await page.locator(what).first().hover();
      const tip = await page.locator('[role=tooltip]').boundingBox();
      const covered = cards.filter(
        ({ x, y, width, height }) => x < tip.x + tip.width && tip.x < x + width && y < tip.y + tip.height && tip.y < y + height,
      );
      assert.deepEqual(covered, [], what);
    }
    await close(page);
  },

  'the rules are beside the table, at the one that the present choice is about': async () => {
    for (const shape of [DESKTOP, PHONE]) {
      const page = await person(browser, house.url, shape);
      await seatAt(page, { game: 'sentient', seats: 2 });
      await lit(page);
      const rule = /S[\d.]+/.exec(await page.locator('.prompt a').textContent())[0];
      await page.locator('.prompt a').click();
      const marked = page.locator(`.side [data-rule="${rule}"]`);
      await marked.waitFor();
      await page.locator('.side figure').first().waitFor(); // with pictures
      const inSight = () =>
        marked.evaluate((one) => {
          const [at, panel] = [one.getBoundingClientRect(), one.closest('.beside').getBoundingClientRect()];
          return at.top >= panel.top - 1 && at.top < panel.bottom;
        });
      const seen = async () => {
        while (!(await inSight())) await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
      };
      await seen();
      await page.getByRole('tab', { name: 'Log' }).click();
      await page.getByRole('tab', { name: 'Rules' }).click();
      await seen();
      assert.equal(new URL(page.url()).hash, '');
      assert.deepEqual(await faults(page), []);
      await close(page);
    }
  },

  'numbers go to the choices, Enter takes them; the keys are listed': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'sentient', seats: 2 });
    await lit(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('pass, where that is possible').waitFor();
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.keyboard.press('2');
    await page.waitForFunction(() => document.activeElement?.matches('[data-pick="slot 2"]'));
    await page.keyboard.press('Enter');
    await page.locator('.take[data-move="procure 2 0"][aria-pressed=true]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-pick="slot 2"][aria-pressed=false]').waitFor();
    await page.keyboard.press('p'); // that would be the end of the round's turns: it is shown first
    await page.locator('.prompt [data-move=pass]').waitFor();
    await page.locator('.prompt p').getByText('four new ones are drawn').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.prompt [data-pick=pass]').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter'); // a second time: it is played
    const gap = page.locator('.board [data-pick="slot 1"].gap');
    await gap.click(); // it goes into the network
    await page.keyboard.press('Enter'); // the coloured button
    await gap.waitFor({ state: 'detached' });
    await lit(page);
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    good(page, 'keys');
    await close(page);
  },

  'a first click picks, a second one plays': async () => {
    const page = await person(browser, house.url, PHONE);
    await seatAt(page, { game: 'inside-job', seats: 3, options: { leader: '0' } });
    const missions = page.locator('.drawn button');
    await page.waitForSelector('.drawn [data-pick]');
    const before = await log(page);
    for (const i of [0, 1]) {
      await missions.nth(i).click();
      await page.waitForFunction((i) => document.querySelectorAll('.drawn button')[i].ariaPressed === 'true', i);
      assert.equal(await page.locator('.drawn [aria-pressed=true]').count(), 1);
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForFunction(() => !document.querySelector('.drawn [aria-pressed=true]'));
    assert.deepEqual(await log(page), before);
    await missions.first().click();
    await page.locator('.drawn [data-move]').click();
    await missions.first().waitFor({ state: 'detached' });
    good(page, 'confirms');
    await close(page);
  },

  'others’ moves can wait for a click each': async () => {
    const page = await person(browser, house.url, { ...DESKTOP, pace: -1 });
    await seatAt(page, { game: 'sentient', seats: 3 });
    const next = page.getByRole('button', { name: 'Next move' });
    const chance = luck(4);
    let clicks = 0;
    for (let turns = 0; turns < 4 || !clicks; turns++) {
      await moveOne(page, chance);
      for (;;) {
        await page.waitForSelector(`${LIT}, [data-next]`, {
          state: 'attached',
        });
        if (!(await next.count())) break;
        const before = (await log(page)).length;
        await next.click();
        await page.waitForFunction((lines) => document.querySelectorAll('.side li button').length > lines, before);
        clicks++;
      }
    }
    good(page, 'click');
    await close(page);
  },

  'a bot plays for a player who leaves and returns; both vote to end the game': async () => {
    const [host, friend] = await pair({ game: 'sentient' });
    await Promise.all([board(host), board(friend)]);
    await host.getByRole('button', { name: 'Let the computer play for me' }).click();
    await friend.locator('.seats').getByText('computer playing').waitFor();
    await host.getByRole('button', { name: 'I am back' }).click();
    await friend.locator('.seats').getByText('computer playing').waitFor({ state: 'detached' });
    const end = async (page) => {
      await page.getByRole('button', { name: 'End the game' }).click();
      await page.getByRole('button', { name: 'Really end it for everybody?' }).click();
    };
    await end(host);
    await friend.getByText('Ada wants to end the game.').waitFor();
    await friend.getByRole('button', { name: 'Refuse' }).click();
    await host.getByText(/Refused by Guest \d\d\./).waitFor();
    assert.equal(await friend.locator('.votes').count(), 0);
    await host.getByRole('button', { name: 'Withdraw' }).click();
    await host.locator('.votes').waitFor({ state: 'detached' });
    await end(host);
    await friend.getByRole('button', { name: 'Agree' }).click();
    for (const page of [host, friend]) {
      await page.getByRole('heading', { name: 'The game was ended early.' }).waitFor();
      good(page, 'vote');
    }
    await close(host, friend);
  },

  'another game with the same people': async () => {
    const page = await person(browser, house.url);
    await seatAt(page, { game: 'inside-job', seats: 3 });
    await board(page);
    await playOn(page, luck(5));
    const first = page.url();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForFunction((url) => location.href !== url, first);
    await board(page);
    const second = page.url();
    await page.goto(first); // it stays, with a link to the next one, but not for others
    const other = await person(browser, first);
    await page.getByRole('link', { name: 'Go to the next game' }).click();
    await page.waitForURL(second);
    await board(page);
    await other.waitForSelector('#end');
    assert.equal(await other.getByRole('link', { name: 'Go to the next game' }).count(), 0);
    good(page, 'again');
    await close(page, other);
  },

  'nothing in a deck is taken for a line of the record': async () => {
    const page = await person(browser, house.url);
    const deck = readFileSync(new URL('../../decks/sentient.csv', import.meta.url), 'utf8');
    const lines = ['', `secret ${'0'.repeat(64)}`, `deal commit ${'0'.repeat(64)}`, ''].join('\u2028'); // some programs take it for the end of a line
    await seatAt(page, {
      game: 'sentient',
      seats: 2,
      decks: [{ name: 'own.csv', text: `#${lines}\n${deck}` }],
    });
    await playOn(page, luck(8));
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByText('This record checks out.').waitFor();
    await close(page);
  },

  'a new table from the form, seen by others in the list': async () => {
    const page = await person(browser, house.url);
    await page.getByRole('link', { name: /With friends.*Inside Job/ }).click();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByRole('group', { name: 'How many players?' }).getByRole('button', { name: '5' }).click();
    await page.getByLabel('List it on the home page').check();
    await page.getByRole('group', { name: 'Clock' }).getByRole('button', { name: 'Per move' }).click();
    const talk = page.getByRole('group', { name: 'Discussion before the vote' });
    await talk.getByRole('button', { name: 'With a time limit', pressed: true }).waitFor(); // there is a clock
    await talk.getByRole('spinbutton').fill('2.5');
    await page.getByRole('button', { name: 'Create the table' }).click();
    for (const term of [/^Clock: .*, 1 min/, /^Discussion before the vote: 2\.5 min/])
      await page.getByRole('listitem').filter({ hasText: term }).waitFor();
    await page.getByText('Copy the link').waitFor();
    const other = await person(browser, house.url);
    await other.getByRole('link', { name: /Inside Job.*Grace/ }).click();
    await other.getByRole('button', { name: 'Sit here' }).first().click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await other.getByText('The host has removed you').waitFor();
    assert.equal(await other.getByRole('button', { name: 'Sit here' }).count(), 0);
    await close(page, other);
  },

  'how long a discussion lasts is asked where people vote, in every language': async () => {
    for (const [lang, discussion, ready, most, make] of [
      ['en', 'Discussion before the vote', 'Until everybody is ready', 'With a time limit', 'Create the table'],
      ['pl', 'Dyskusja przed głosowaniem', 'Aż wszyscy będą gotowi', 'Z limitem czasu', 'Przygotuj stół'],
      ['ru', 'Обсуждение перед голосованием', 'Пока все не будут готовы', 'С ограничением времени', 'Создать стол'],
    ]) {
      const page = await person(browser, `${house.url}/new/inside-job`, {
        ...PHONE,
        lang,
      });
      const talk = page.getByRole('group', { name: discussion });
      await talk.getByRole('button', { name: ready, pressed: true }).waitFor(); // there is no clock
      await talk.getByRole('button', { name: most }).click();
      await talk.getByRole('spinbutton').fill('7');
      await page.getByRole('button', { name: '3', exact: true }).last().click(); // all others are bots, who do not talk
      await talk.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: '2', exact: true }).last().click();
      await talk.waitFor();
      await page.getByRole('button', { name: make }).click();
      await page
        .locator('.waiting li')
        .filter({ hasText: `${discussion}: 7` })
        .waitFor();
      await page.goto(`${house.url}/new/sentient`);
      await page.getByRole('button', { name: make }).waitFor();
      assert.equal(await talk.count(), 0);
      good(page, lang);
      await close(page);
    }
  },

  'a number of bots is preselected, also for a game without a board of its own': async () => {
    for (const game of ['agents', 'dead-drop']) {
      const page = await person(browser, `${house.url}/new/${game}`);
      await page.getByRole('button', { name: '0', exact: true, pressed: true }).waitFor();
      good(page, game);
      await close(page);
    }
  },

  'special roles are ticked by their names, in every language, and one can be given to a seat': async () => {
    for (const [lang, wired, decoy, seat, make, shown] of [
      ['en', 'Wired Agent', 'Decoy', 'seat 2', 'Create the table', 'Wired Agent, Decoy'],
      ['pl', 'Agent na podsłuchu', 'Przynęta', 'miejsce 2', 'Przygotuj stół', 'Agent na podsłuchu, Przynęta'],
      ['ru', 'Агент с «жучком»', 'Приманка', 'место 2', 'Создать стол', 'Агент с «жучком», Приманка'],
    ]) {
      const page = await person(browser, `${house.url}/new/inside-job`, {
        ...PHONE,
        lang,
      });
      await page.locator('summary').click();
      for (const role of [wired, decoy]) await page.getByRole('checkbox', { name: role }).check();
      await page.getByRole('combobox').filter({ hasText: seat }).last().selectOption({ label: seat });
      assert.doesNotMatch(await page.locator('details').innerText(), /wired|decoy|:0/); // no codes
      await page.getByRole('button', { name: make }).click();
      await page.locator('.waiting').getByText(`: ${shown}`).first().waitFor();
      await page.locator('.waiting').getByText(`${wired}: ${seat}`).waitFor();
      good(page, lang);
      await close(page);
    }
  },

  'roles that do not go together are refused while they are being ticked': async () => {
    const page = await person(browser, `${house.url}/new/inside-job`);
    await page.locator('summary').click();
    for (const role of ['Wired Agent', 'Accomplice']) await page.getByRole('checkbox', { name: role }).check();
    await page.getByRole('alert').getByText('only one role that is revealed').waitFor();
    await page.getByRole('button', { name: /^High Stakes/ }).click(); // a pair in place of them
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.ok(await page.getByRole('checkbox', { name: 'Daredevil' }).isChecked());
    assert.ok(!(await page.getByRole('checkbox', { name: 'Wired Agent' }).isChecked()));
    await close(page);
  },

  'a deck file is checked when it is chosen, and there is a template': async () => {
    const page = await person(browser, `${house.url}/new/sentient`);
    await page.locator('summary').click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Template: sentient.csv' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    assert.equal(text, readFileSync(new URL('../../decks/sentient.csv', import.meta.url), 'utf8'));
    const choose = (csv) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'my.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      });
    await choose(text.replace('information', 'gossip'));
    await page.getByText(/“gossip” is not one of/).waitFor();
    await choose(text);
    await page.getByText('The game can be played with this.').waitFor();
    good(page, 'deck');
    await close(page);
  },

  'a role of the table’s own is told where people wait and on its card': async () => {
    const text = 'role,side,goal,abilities\nbodyguard,agents,side,open most-2 two-votes\n';
    const page = await person(browser, `${house.url}/new/inside-job`);
    await page.locator('summary').click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'ours.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('checkbox', { name: /^bodyguard.*two votes/ }).check();
    await page.getByRole('combobox').filter({ hasText: 'by lot' }).selectOption({ label: 'seat 1' });
    await page.getByRole('button', { name: 'Create the table' }).click();
    await page.locator('.waiting').getByText('ours.csv').waitFor();
    await page.locator('.waiting').getByText('Cards can be raised with intel: yes').waitFor(); // also what is as usual
    for (const told of [/bodyguard.*wins with the Agents/, /bodyguard.*two votes/, /more than 2 intel/])
      await page.locator('.waiting').getByText(told).waitFor();
    await page.getByRole('button', { name: /^Start/ }).click();
    await page
      .locator('button.own')
      .getByText(/bodyguard.*two votes/)
      .waitFor();
    const chance = luck(4);
    for (;;) {
      await lit(page); // whoever leads hears first how to choose a mission
      if (await page.locator('.guide').getByText('one that your table has made').count()) break;
      await clickOne(page, chance);
    }
    for (const lang of ['English', 'Polski', 'Русский']) {
      await page.locator('[aria-controls=menu]').click();
      await page.getByRole('button', { name: lang }).click();
      await page.locator('[aria-controls=menu]').click();
      await page.locator(`html[lang=${{ English: 'en', Polski: 'pl', Русский: 'ru' }[lang]}]`).waitFor();
      const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(below <= 0, `${below} pixels are below the window in ${lang}`);
    }
    good(page, 'own role');
    await close(page);
  },

  'a situation of one’s own speaks to its player': async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `Crew ${i},commands>=3,2`);
    const page = await person(browser, `${house.url}/new/agents`);
    const text = `name,condition,points\n${rows.join('\n')}\n`;
    await page.locator('summary').click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'crews.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Create the table' }).click();
    await page.getByRole('button', { name: /^Start/ }).click();
    await board(page);
    await page
      .getByLabel(/Crew.*3 agents that work for you/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel(/agents that work for its owner/).count(), 0);
    good(page, 'own situation');
    await close(page);
  },

  'who did not follow suit is marked only where past tricks may be looked at': async () => {
    for (const on of ['on', 'off']) {
      const page = await person(browser, house.url);
      await seatAt(page, {
        game: 'inside-job',
        seats: 3,
        options: { 'open-log': on },
      });
      const chance = luck(5);
      let marks = 0;
      for (;;) {
        await page.waitForSelector(`${LIT}, #end`, { state: 'attached' });
        if (await over(page)) break;
        marks += await page.locator('.lack').count();
        await clickOne(page, chance);
      }
      assert.equal(marks > 0, on === 'on', `${marks} marks with open-log ${on}`);
      await close(page);
    }
  },

  'all tabs of a browser are one person, with one seat': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'inside-job', seats: 4 }, false);
    const tab = await person(browser, host.url());
    const tabs = [tab, await tab.context().newPage()];
    const people = new Set();
    for (const page of tabs) {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => /"you":\{"person":(\d+)/.test(payload) && people.add(RegExp.$1)),
      );
      await page.goto(host.url());
      await page.getByRole('button', { name: 'Sit here' }).first().waitFor();
    }
    await Promise.all(
      tabs.map((page, i) =>
        page
          .getByRole('button', { name: 'Sit here' })
          .nth(i)
          .evaluate((button) => button.click()),
      ),
    ); // at the same moment, on two seats
    for (const page of tabs) await page.getByRole('button', { name: 'Get up' }).waitFor();
    assert.equal(
      await host
        .locator('.waiting')
        .getByText(/Guest \d\d/)
        .count(),
      1,
    );
    assert.equal(await tabs[0].locator('ol').first().innerText(), await tabs[1].locator('ol').first().innerText());
    assert.equal(people.size, 1);
    await close(host, tab);
  },

  'when one tab signs in or changes the name, so do the other tabs of the browser': async () => {
    const host = await person(browser, house.url);
    await seatAt(host, { game: 'inside-job', seats: 3 }, false);
    const tab = await person(browser, house.url);
    await tab.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined })); // as without TLS
    await tab.reload();
    const other = await tab.context().newPage();
    await other.goto(host.url());
    await other.getByRole('button', { name: 'Sit here' }).first().waitFor();
    await tab.getByRole('button', { name: 'Settings', exact: true }).click();
    const rename = async (name) => {
      await tab.getByLabel('Your name').fill(name);
      await tab.keyboard.press('Enter');
      await other.getByRole('button', { name, exact: true }).waitFor();
    };
    await rename('Grace');
    await rename('Hopper');
    await other.getByRole('button', { name: 'Sit here' }).first().click();
    await host.locator('.waiting').getByText('Hopper').waitFor();
    await tab.reload();
    await tab
      .getByRole('link', { name: /Inside Job.*Hopper/ })
      .first()
      .waitFor();
    good(tab, 'tab');
    await close(host, tab);
  },

  'the same person on another device': async () => {
    const [page, phone] = await twoDevices();
    await phone
      .getByRole('link', { name: /Inside Job/ })
      .first()
      .waitFor();
    await close(page, phone);
  },
});
await browser.close();
await house.close();
