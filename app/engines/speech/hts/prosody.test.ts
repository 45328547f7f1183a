import { expect, test } from "vitest";
import { median, openVoices } from "#test/audio/hts.ts";

const { voices: shipped, load, prosody } = await openVoices();
const [mei, nitech] = [await load("mei"), await load("nitech")];
const voices = [
  ["mei", mei],
  ["nitech", nitech],
] as const;

const spread = (pitch: readonly number[]) => Math.max(...pitch) - Math.min(...pitch);
const end = (pitch: readonly number[]) => median(pitch.slice(-4));

test.each(voices)(
  "%s: a question rises by 5 to 9 semitones on its last mora, which is longer; what comes before stays",
  async (_, voice) => {
    for (const text of ["明日は雨が降りますか", "これはあなたの本ですか", "もう食べる"]) {
      const asked = await prosody(`${text}？`, voice);
      const told = await prosody(`${text}。`, voice, { isStatement: false });
      const [question, statement] = [asked.phrases.at(-1), told.phrases.at(-1)];
      const { pitch = [], ms = 0 } = question?.lastMora ?? {};
      const rise = Math.max(...pitch) - (pitch[0] ?? 0);
      expect(rise).toBeGreaterThan(4.7);
      expect(rise).toBeLessThan(9.1);
      expect(pitch.at(-1)).toBeGreaterThan(Math.max(...pitch) - 0.5);
      // Flat or falling up to there.
      expect(median(pitch.slice(0, Math.ceil(0.2 * pitch.length))) - (pitch[0] ?? 0)).toBeLessThan(0.3);
      expect(ms / (statement?.lastMora.ms ?? 0)).toBeGreaterThan(1.3);
      for (const [index, phrase] of asked.phrases.slice(0, -1).entries())
        expect(Math.abs(median(phrase.pitch) - median(told.phrases[index]?.pitch ?? []))).toBeLessThan(0.5);
    }
  },
);

test("a question rises by 5 to 9 semitones in every voice and mood, however lively or calm", async () => {
  for (const { id } of shipped) {
    for (const mood of ["neutral", "joy", "mourning"] as const) {
      const { phrases } = await prosody("これはあなたの本ですか？", await load(id, mood));
      const { pitch = [] } = phrases.at(-1)?.lastMora ?? {};
      const rise = Math.max(...pitch) - (pitch[0] ?? 0);
      expect(rise, `${id}, ${mood}`).toBeGreaterThan(4.7);
      expect(rise, `${id}, ${mood}`).toBeLessThan(9.05);
    }
  }
});

test.each(voices)("%s: a statement falls, and furthest where a paragraph ends", async (_, voice) => {
  const text = "公園まで歩いて行きました。";
  const endOf = async (o: Parameters<typeof prosody>[2]) => end((await prosody(text, voice, o)).pitch);
  const open = await endOf({ isStatement: false });
  const inParagraph = await endOf({ place: { sentence: 2, isLast: false } });
  const last = await endOf({ place: { sentence: 2, isLast: true } });
  const told = await endOf({});
  expect(open - told).toBeGreaterThan(1.5);
  expect(open - told).toBeLessThan(2.5);
  expect(inParagraph - last).toBeGreaterThan(0.5);
  expect(inParagraph - last).toBeLessThan(0.8);
});

test.each(voices)("%s: the pitch declines over a paragraph by 1.2 semitones in all", async (_, voice) => {
  const medians: number[] = [];
  for (const sentence of [0, 1, 2, 3] as const) {
    const { pitch } = await prosody("公園まで歩いて行きました。", voice, {
      place: { sentence, isLast: false },
      isStatement: false,
    });
    medians.push(median(pitch));
  }
  const steps = medians.slice(1).map((value, i) => (medians[i] ?? 0) - value);
  for (const step of steps) expect(step).toBeGreaterThan(0.2);
  expect((medians[0] ?? 0) - (medians[3] ?? 0)).toBeGreaterThan(1);
  expect((medians[0] ?? 0) - (medians[3] ?? 0)).toBeLessThan(1.5);
});

test.each(voices)("%s: what is in parentheses is lower, flatter and a tenth faster", async (_, voice) => {
  const phraseOf = async (text: string) => {
    const inside = (await prosody(text, voice)).phrases.filter((one) => /^(?:カワ|ホトリ)ノ$/.test(one.text));
    return { pitch: inside.flatMap(({ pitch }) => pitch), ms: inside.reduce((sum, { ms }) => sum + ms, 0) };
  };
  const [aside, plain] = [
    await phraseOf("公園は（川のほとりの）広場です。"),
    await phraseOf("公園は、川のほとりの、広場です。"),
  ];
  expect(median(plain.pitch) - median(aside.pitch)).toBeGreaterThan(0.6);
  expect(spread(aside.pitch) / spread(plain.pitch)).toBeLessThan(0.95);
  expect(plain.ms / aside.ms).toBeGreaterThan(1.06);
  expect(plain.ms / aside.ms).toBeLessThan(1.14);
});

test("what is said of both sides of a contrast is stressed, and nothing where there is one side", async () => {
  const peakOf = async (text: string, word: string, o: Parameters<typeof prosody>[2] = {}) => {
    const phrase = (await prosody(text, mei, o)).phrases.find((one) => one.text.startsWith(word));
    return Math.max(...(phrase?.pitch ?? []));
  };
  const contrast = "夏は暑く、冬は寒いです。";
  const [one, both] = [await peakOf("夏が暑く、冬も寒いです。", "アツク"), await peakOf(contrast, "アツク")];
  expect(both - one).toBeGreaterThan(0.8);
  expect(
    (await peakOf(contrast, "サムイ")) - (await peakOf("夏が暑く、冬も寒いです。", "サムイ")),
  ).toBeGreaterThan(0.8);
  expect(
    Math.abs((await peakOf("夏は暑くなります。", "アツク")) - (await peakOf("夏が暑くなります。", "アツク"))),
  ).toBeLessThan(0.5);
  const denied = await peakOf("犬ではなく猫がいます。", "ネコ");
  expect(denied - (await peakOf("犬と、そして猫がいます。", "ネコ"))).toBeGreaterThan(0.5);
});

test("figures are stressed in news, the figures of dates are not", async () => {
  const text = "11月24日に、利用者は350万人に増えました。";
  const [plain, news] = [await prosody(text, mei), await prosody(text, mei, { stressesFigures: true })];
  const difference = news.phrases.map(
    ({ text: spoken, pitch }, index) =>
      [spoken, Math.max(...pitch) - Math.max(...(plain.phrases[index]?.pitch ?? []))] as const,
  );
  const stressed = difference.filter(([, semitones]) => semitones > 0.7).map(([spoken]) => spoken);
  expect(stressed.join("/")).toMatch(/^サンビャク\/ゴジュウ/);
  expect(stressed.join("/")).not.toMatch(/ジュウイチガツ|ヨッカ/);
});

test("joy is higher, wider and faster than calm, and mourning lowest, narrowest and slowest: in both recordings", async () => {
  const text = "皆さんに、大切なお知らせがあります。";
  for (const id of ["mei", "nitech"]) {
    const said = [];
    for (const mood of ["joy", "neutral", "calm", "mourning"] as const) {
      const { pitch, ms } = await prosody(text, await load(id, mood));
      said.push({ pitch: median(pitch), spread: spread(pitch), ms });
    }
    for (const [index, { pitch, ms }] of said.slice(1).entries()) {
      expect((said[index]?.pitch ?? 0) - pitch).toBeGreaterThan(0.3);
      expect(ms / (said[index]?.ms ?? 0)).toBeGreaterThan(1.01);
    }
    expect((said[3]?.spread ?? 0) / (said[0]?.spread ?? 1)).toBeLessThan(0.85);
  }
});

test("a mood mixes the two recordings of one woman, and none is left without the other's share", async () => {
  const weights = async (id: string, mood: Parameters<typeof load>[1]) =>
    (await load(id, mood)).style.mix.map(
      ({ file, weight }) => `${/\w+(?=\.htsvoice)/.exec(file)?.[0]} ${weight}`,
    );
  expect(await weights("mei", "joy")).toEqual(["mei_normal 0.5", "mei_happy 0.5"]);
  expect(await weights("mei", "calm")).toEqual(["mei_normal 1"]);
  expect(await weights("mei-happy", "joy")).toEqual(["mei_happy 1"]);
  expect(await weights("mei-happy", "calm")).toEqual(["mei_normal 0.5", "mei_happy 0.5"]);
  expect(await weights("mei-happy", "mourning")).toEqual(["mei_normal 1"]);
  expect(await weights("nitech", "joy")).toEqual(["nitech_jp_atr503_m001 1"]);
});
