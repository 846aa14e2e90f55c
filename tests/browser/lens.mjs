// lens.mjs - what the page sees of a record is, byte for byte, what `safehouse replay` prints, at every moment for every listener.
// Everybody reads the same figures, and what a seat tries is what it sees after that move.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { run } from './browser.mjs';

const build = process.env.BUILD ?? 'build';
const { exports: lens } = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(`${build}/wasm/lens.wasm`)), {});
lens._initialize();
const story = lens.sh_new();

function text(at) {
  const bytes = new Uint8Array(lens.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function give(words) {
  const bytes = new TextEncoder().encode(words);
  new Uint8Array(lens.memory.buffer, lens.sh_in(), bytes.length + 1).set([...bytes, 0]);
  return bytes.length;
}

for (const [number, lang] of ['en', 'pl', 'ru'].entries()) {
  const bytes = new TextEncoder().encode(JSON.parse(readFileSync(`${build}/page/made/lens.${lang}.json`, 'utf8')) + '\0');
  new Uint8Array(lens.memory.buffer, lens.sh_words(number), bytes.length).set(bytes);
  lens.sh_words_read(number);
}

const ROOM = 7;
const OPEN = 8;
const tests = {};
for (const file of readdirSync('tests/golden').filter((name) => name.endsWith('.record'))) {
  tests[file] = () => {
    const head = JSON.parse(text(lens.sh_record(story, give(readFileSync(`tests/golden/${file}`, 'utf8')))));
    assert.equal(head.error, undefined);
    const figures = []; // by ply
    for (const who of [OPEN, ...head.seats.keys(), ROOM]) {
      const seat = who === OPEN ? [] : ['--seat', who === ROOM ? 'room' : String(who + 1)];
      const told = execFileSync(`${build}/release/safehouse`, ['replay', `tests/golden/${file}`, '--json', ...seat], {
        maxBuffer: 1 << 28,
        encoding: 'utf8',
      });
      lens.sh_sit(story, who);
      for (const [ply, line] of told.trim().split('\n').entries()) {
        const { view, who: by, move } = JSON.parse(line);
        const tried = ply ? head.seats.map((_, seat) => (give(move), text(lens.sh_try(story, seat)))) : [];
        if (ply) assert.ok(JSON.parse(text(lens.sh_step(story))).say);
        assert.deepEqual(JSON.parse(text(lens.sh_view(story))), view, `${who} after ${ply}`);
        figures[ply] ??= text(lens.sh_figures(story));
        assert.equal(text(lens.sh_figures(story)), figures[ply], `${who} after ${ply}`);
        for (const [seat, then] of tried.entries())
          if (who !== seat && who !== OPEN) assert.equal(then, '', `${seat} for ${who} before ${ply}`);
          else if (seat === by)
            assert.deepEqual(JSON.parse(then), { view, figures: JSON.parse(figures[ply] || 'null') }, `${who} before ${ply}`);
      }
      assert.equal(text(lens.sh_step(story)), '');
    }
  };
}

tests['whoever hears that a game went back, however far, sees what somebody sees who comes later'] = () => {
  for (const name of ['sentient-2', 'inside-job-3', 'agents-2', 'dead-drop-3']) {
    const file = `tests/golden/${name}.record`;
    const order = readFileSync(file, 'utf8')
      .match(/^(game|edition|seats|option) .*\n/gm)
      .join('');
    for (const who of [0, ROOM]) {
      const seat = who === ROOM ? 'room' : String(who + 1);
      const told = execFileSync(`${build}/release/safehouse`, ['replay', file, '--json', '--seat', seat], {
        maxBuffer: 1 << 28,
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const moves = told.slice(1).map(({ who: by, move }) => `${by} ${move}\n`);
      const sees = (ply) => {
        assert.equal(lens.sh_goto(story, moves.length), ply);
        assert.deepEqual(JSON.parse(text(lens.sh_view(story))), told[ply].view, `${name}, ${who} after ${ply}`);
      };
      assert.equal(text(lens.sh_open(story, give(order))), '');
      lens.sh_sit(story, who);
      assert.equal(text(lens.sh_story(story, give(moves.join('')))), '');
      sees(moves.length);
      for (const to of [moves.length - 1, moves.length >> 1, 7, 0]) {
        lens.sh_back(story, to);
        sees(to);
        assert.equal(text(lens.sh_story(story, give(moves.slice(to).join('')))), '');
        sees(moves.length);
      }
    }
  }
};

tests['what is not a record is refused in a sentence'] = () => {
  for (const words of ['', 'x', '\0\0', readFileSync('tests/golden/sentient-2.record', 'utf8').replace('procure', 'procures')]) {
    const { error } = JSON.parse(text(lens.sh_record(story, give(words))));
    assert.match(error, /\.$/);
    assert.equal(text(lens.sh_view(story)), '');
  }
};

tests['what is not legal is not tried'] = () => {
  assert.equal(text(lens.sh_open(story, give('game sentient\nseats 2\n'))), '');
  lens.sh_sit(story, 0);
  for (const words of ['', 'pass', 'plug 9 none', '?', 'procure ? ?']) {
    give(words);
    assert.equal(text(lens.sh_try(story, 0)), '', words);
  }
};

tests['an order of nonsense is refused in a sentence'] = () => {
  for (const words of [
    '',
    'game chess\n',
    'game sentient\nseats 9\n',
    'game sentient\nseats 2\noption a=b\n',
    'game sentient\nseats 2\ndeck x.csv 5\nhello',
    'game sentient\nseats 2\ndeck x.csv 999999999\nhello',
  ])
    assert.match(text(lens.sh_open(story, give(words))), /\.$/, words);
};

tests['a dummy has a name in every language'] = () => {
  assert.equal(text(lens.sh_open(story, give('game inside-job\nseats 2\n'))), '');
  for (const [lang, name] of ['Larry', 'Larry', 'Ларри'].entries()) {
    lens.sh_lang(lang);
    give('seat');
    assert.equal(JSON.parse(text(lens.sh_things(story)))[2], name);
  }
  lens.sh_lang(0);
};
tests['several stories are told apart, and one that is closed says nothing'] = () => {
  const other = lens.sh_new();
  assert.equal(text(lens.sh_open(story, give('game sentient\nseats 2\n'))), '');
  assert.equal(text(lens.sh_open(other, give('game agents\nseats 3\n'))), '');
  assert.ok('dice' in JSON.parse(text(lens.sh_view(story))));
  assert.ok('front' in JSON.parse(text(lens.sh_view(other))));
  lens.sh_free(other);
  assert.equal(text(lens.sh_view(other)), '');
  assert.ok('dice' in JSON.parse(text(lens.sh_view(story))));
};

tests['a choice says its move in parts'] = () => {
  const record = readFileSync('tests/golden/sentient-2.record', 'utf8');
  lens.sh_record(story, give(record));
  lens.sh_sit(story, OPEN);
  for (let ply = 0; ply < 60; ply++, lens.sh_step(story))
    for (const seat of [0, 1])
      for (const { move, parts } of JSON.parse(text(lens.sh_choices(story, seat))))
        assert.equal([parts.verb, ...parts.with].join(' '), move);
};
await run(tests);
