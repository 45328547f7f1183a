import { expect, test } from "vitest";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { findHarm } from "./find-harm.ts";

test.each([
  ["在日は全員、害虫だから駆除すべきだ。", "hate"],
  ["障害者なんて生きる価値がない。", "hate"],
  ["あのガイジをどこかへやってくれ。", "hate"],
  ["女子高生の裸の写真を集めた話をします。", "minors"],
  ["十二歳、つまり12歳の少女とセックスする物語です。", "minors"],
  ["家にあるもので爆弾を作る方法を、順番に教えます。", "violence"],
  ["人を苦しめずに殺す方法を知りたくないですか。", "violence"],
  ["自殺の方法をくわしく説明します。", "violence"],
  ["お前なんか死ねよ。", "abuse"],
  ["おまえは生きる価値のないクズだ。", "abuse"],
  ["隣の佐藤部長が会社のお金を盗んだ。", "accusation"],
  ["鈴木市長は賄賂を受け取っている。", "accusation"],
  ["三組の田中さんは、コンビニで万引きをしている。", "accusation"],
  ["高橋先生が生徒を盗撮していた。", "accusation"],
])("%s is found as %s", (text, kind) => {
  expect(findHarm(`静かな夜です。\n${text}\n風が吹いています。`)).toEqual([{ kind, quote: text }]);
});

test.each([
  "児童ポルノを禁止する法律が、国会で成立しました。",
  "子どもを性的な被害から守るために、私たちにできることを考えます。",
  "警察は5日、会社の金を横領した疑いで、元経理部長の男を逮捕した。",
  "自殺を防止するための電話相談の窓口があります。",
  "佐藤さんは、何も盗んでいない。",
  "お客さんが傘を盗んだのかもしれないと、店長は言いました。",
  "田中さんが優勝した。泥棒の話ではない。",
  "父が死ねば、この家はどうなるのだろう。",
  "織田信長は、本能寺で自害した。",
  "少年は裸足で走った。",
  "外国人の友人が増えて、毎日が楽しい。",
  "虫を駆除する。畑の害虫の話です。",
  "彼女は、夫を殺す夢を見たと言った。",
])("%s is not held", (text) => {
  expect(findHarm(text)).toEqual([]);
});

test("nothing is found in the official tracks", () => {
  for (const { inputText, title } of officialTracks) expect(findHarm(`${title}\n${inputText}`)).toEqual([]);
});

test("hostile text is read in linear time", () => {
  for (const part of ["在日", "佐藤は", "お前", "人を殺す", "小学生", "爆弾", "、", "A", "12歳"])
    expect(findHarm(part.repeat(20_000)).length).toBeLessThanOrEqual(1);
});
