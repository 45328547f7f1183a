import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Turn } from "#app/engines/script/script.ts";
import { chooseSpeechEngine } from "./choose-speech-engine.ts";
import { createOpenJtalkEngine } from "./open-jtalk.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mugen-open-jtalk-"));
});
afterEach(() => rm(folder, { recursive: true }));

const turns: Turn[] = Array.from({ length: 8 }, () => ({ speaker: "A", text: "こんにちは" }));

/** An engine whose program is a shell script, with a fake dictionary. */
async function engineOf(script: string) {
  const program = join(folder, "open_jtalk");
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  await mkdir(join(folder, "dictionary"));
  await writeFile(join(folder, "dictionary", "sys.dic"), "");
  const workDir = join(folder, "work");
  const engine = await createOpenJtalkEngine({ program, dictionary: join(folder, "dictionary"), workDir });
  if (!engine) throw new Error("the program was not taken");
  return { engine, workDir };
}

test("an abort kills the running programs, two at a time, before it rejects", async () => {
  const { engine, workDir } = await engineOf(`echo $$ >> ${join(folder, "pids")}\nexec sleep 600`);
  const abort = new AbortController();
  const spoken = engine.speak(turns, { speakingRate: 1, signal: abort.signal });
  const rejected = expect(spoken).rejects.toThrow("stop");
  const pids = await vi.waitFor(async () => {
    const lines = (await readFile(join(folder, "pids"), "utf8")).trim().split("\n");
    if (lines.length < 2) throw new Error("not all started");
    return lines.map(Number);
  }, 10_000);
  expect(pids).toHaveLength(2);
  abort.abort(new Error("stop"));
  await rejected;
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(await readdir(workDir)).toEqual([]);
});

test("the program gets no environment, which holds secrets", async () => {
  // The shell sets these itself.
  const { engine } = await engineOf(`env | grep -v -E '^(PWD|OLDPWD|SHLVL|_)=' >&2; exit 3`);
  const spoken = engine.speak(turns, { speakingRate: 1, signal: new AbortController().signal });
  await expect(spoken).rejects.toThrow(/does not work \(3\): $/);
});

test("a broken program is an error with its stderr", async () => {
  const { engine, workDir } = await engineOf(`echo "no such dictionary" >&2; exit 3`);
  const spoken = engine.speak(turns, { speakingRate: 1, signal: new AbortController().signal });
  await expect(spoken).rejects.toThrow(/does not work \(3\): no such dictionary/);
  expect(await readdir(workDir)).toEqual([]);
});

test("a text that crashes the program becomes silence", async () => {
  const { engine } = await engineOf(`
    while [ "$1" != "-ow" ]; do shift; done
    read -r text
    case "$text" in *こわれる*) kill -SEGV $$;; esac
    { printf 'RIFF\\000\\000\\000\\000WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000\\200\\273\\000\\000\\000\\167\\001\\000\\002\\000\\020\\000data\\004\\000\\000\\000\\000\\100\\000\\300'; } > "$2"`);
  const samples = await engine.speak(
    [
      { speaker: "A", text: "こわれる" },
      { speaker: "B", text: "普通" },
    ],
    { speakingRate: 1, signal: new AbortController().signal },
  );
  expect(samples[0]).toEqual(new Float32Array(0.3 * 48_000));
  expect(samples[1]).toEqual(Float32Array.of(0.5, -0.5));
});

test("the bundled voice of B speaks a sentence without marks as fast as A's", async (context) => {
  const engine = await createOpenJtalkEngine({ workDir: folder });
  // Where it is installed.
  if (!engine) return context.skip();
  const text = "私が昨日の夕方に駅前の本屋で買った本はとても面白かったと思います。";
  const spoken = await engine.speak(
    [
      { speaker: "A", text },
      { speaker: "B", text },
    ],
    { speakingRate: 1, signal: new AbortController().signal },
  );
  const [a = 0, b = 0] = spoken.map(({ length }) => length / engine.sampleRate);
  expect(b / a).toBeLessThan(1.3);
});

test("a wrong configured path is an error, a missing installation is not", async () => {
  const missing = join(folder, "missing");
  await expect(createOpenJtalkEngine({ program: missing, workDir: folder })).rejects.toThrow(
    "OPEN_JTALK_PROGRAM",
  );
  const { engine } = await engineOf("exit 0");
  expect(engine.sampleRate).toBe(48_000);
  const program = join(folder, "open_jtalk");
  await expect(createOpenJtalkEngine({ program, dictionary: missing, workDir: folder })).rejects.toThrow(
    "OPEN_JTALK_DICTIONARY",
  );
  const dictionary = join(folder, "dictionary");
  await expect(
    createOpenJtalkEngine({ program, dictionary, voiceA: missing, workDir: folder }),
  ).rejects.toThrow("missing");
  await expect(
    createOpenJtalkEngine({ program, dictionary, voiceB: program, workDir: folder }),
  ).rejects.toThrow("not a voice");
});

test("the choice follows the configuration", async () => {
  await engineOf("exit 0");
  const openJtalk = { program: join(folder, "open_jtalk"), dictionary: join(folder, "dictionary") };
  expect((await chooseSpeechEngine({ engine: "auto", openJtalk, workDir: folder })).name).toBe("open-jtalk");
  expect((await chooseSpeechEngine({ engine: "open-jtalk", openJtalk, workDir: folder })).name).toBe(
    "open-jtalk",
  );
  expect((await chooseSpeechEngine({ engine: "espeak-ng", openJtalk, workDir: folder })).name).toBe(
    "espeak-ng",
  );
});
