import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { chooseLabels, labelText } from "./choose-labels.ts";
import type { TextKind } from "./text-kind.ts";

async function labelsOf(text: string, title = "", kind: TextKind = "article"): Promise<string[]> {
  const [words = []] = await analyzeWords([labelText({ title, text })]);
  return chooseLabels(words, kind);
}

test.each([
  ["会社の売上と経営、営業の会議についての話です。", "ビジネス"],
  ["プログラミングとアプリの開発、ＡＩの使い方。", "テクノロジー"],
  ["深呼吸とストレッチで、一日の疲れをほどきます。睡眠も大切です。", "健康・ウェルネス"],
  ["英語の勉強と復習のしかた。学校の授業とノート。", "教育・学習"],
  ["部屋の片付けと収納、毎日の暮らしの習慣。", "ライフスタイル"],
  ["太陽と惑星、銀河と重力。宇宙の観察。", "科学"],
  ["江戸時代の武士と幕府、戦国の城。", "歴史"],
  ["美術館で見た絵画と彫刻、俳句と短歌。", "文化・芸術"],
  ["サッカーの試合で選手が走る。", "スポーツ"],
  ["ピアノの演奏とオーケストラの旋律。", "音楽"],
  ["味噌とだしで作るスープのレシピ。", "料理・グルメ"],
  ["温泉旅館に泊まり、列車で海辺の町へ。旅の話。", "旅行"],
  ["選挙と国会、法律と憲法。", "政治・社会"],
  ["映画とアニメ、落語と漫画。", "エンターテイメント"],
  ["新聞の速報と記者の報道。", "ニュース"],
])("%s is %s", async (text, label) => {
  expect((await labelsOf(text))[0]).toBe(label);
});

test("every category can be reached by its own name", async () => {
  for (const category of builtInCategories) {
    const name = category.split("・")[0] ?? category;
    expect((await labelsOf(name))[0]).toBe(category);
  }
});

test("words inside other words do not count", async () => {
  expect(await labelsOf("ただし、昨日のことは、この限りでない。まただしぬけに雨が降った。")).toEqual([
    "その他",
  ]);
  expect(await labelsOf("スタート、パート、カート")).toEqual(["その他"]);
  expect(await labelsOf("he said maintain")).toEqual(["その他"]);
});

test.each([
  "昨日は雨だった。家で本を読んだ。夕方、友だちから電話があって、そのニュースを聞いて驚いた。",
  "朝起きてニュースを見た。コーヒーを飲んで、犬と散歩した。",
  "今日はうれしいニュースがあります。姉に赤ちゃんが生まれました。",
  "ニュースを消して、早く寝た。",
  "新聞を読みながら朝ごはんを食べた。",
  "祖父は毎朝、縁側で新聞を広げていた。",
  "新聞紙で窓を拭くと、きれいになります。",
  "テレビのニュースで見た店に行ってみた。カレーがおいしかった。",
  "友だちは新聞記者をしている。久しぶりに会って、温泉に行った。",
  "この町の話題といえば、新しいパン屋だ。",
  "夢の中で、わたしは記者だった。空を飛んでいた。",
  "猫が逃げたというニュースは、近所中に広まった。",
])("who tells of a day reports no news: %s", async (text) => {
  expect(await labelsOf(text)).not.toContain("ニュース");
});

test.each([
  "速報です。午前九時ごろ、関東地方で地震がありました。",
  "県警の発表によると、男は容疑を認めている。",
  "きょうのニュースをお伝えします。政府は新しい対策を発表しました。",
  "市長は記者会見で、来年の春に図書館を開くと発表した。",
  "先週のニュースを三つにまとめました。ニュースの一つ目は、円安です。",
  "ニュースの見方について。ニュースは一つの新聞だけでなく、いくつか比べて読む。報道の元をたどる。",
  "青葉市の動物園でパンダの赤ちゃんが生まれたと発表された。報道陣に公開されるのは来月になるという。",
])("these are news: %s", async (text) => {
  expect((await labelsOf(text))[0]).toBe("ニュース");
});

test.each([
  "夕方、公園を犬と歩いた。ベンチには、いつものおじいさんが座っていて、犬の頭をなでてくれた。この町には昔、豆腐屋が三軒あったという。いまは一軒も残っていない。ラッパの音が聞こえると、鍋を持って走ったものだよ、とおじいさんは笑った。帰り道、犬は何度もふり返った。わたしも、つられてふり返った。夕焼けが、川のむこうに沈むところだった。明日も晴れそうだ。",
  "昨日の夜は、ずっと雨が降っていた。窓を少しだけ開けて、雨の音を聴きながら、遠くに住む友だちに手紙を書いた。書きたいことはたくさんあったはずなのに、ペンを持つと、何も出てこない。結局、庭のあじさいが咲いたことと、となりの子が自転車に乗れるようになったことだけを書いた。封をして、切手を貼った。朝になったら、角のポストまで歩いて出しに行こうと思う。",
  "うちの猫は、毎朝五時になると、わたしの顔の横に座る。起こすわけではなく、ただじっと座っている。目を開けると、満足したように台の上に飛びのって、窓の外を眺めはじめる。十年前に拾ったときは、手のひらに乗るほど小さかった。いまはもう、階段を上がるのもゆっくりだ。病院の先生は、年のわりに元気ですよと言ってくれた。今日も、日の当たる場所をさがして、部屋の中を動いている。",
  "母と二人で日本橋を歩いた。若いころ、母はこの近くの会社に勤めていたという。あの角には喫茶店があって、昼休みはいつもそこにいたのよ、と指をさす先には、大きなビルが建っている。橋の上で立ち止まり、川をのぞきこんだ。水は思ったよりも静かだった。帰りの電車で、母は少し眠った。その横顔が、写真で見た祖母によく似ていて、わたしはしばらく目をはなせなかった。",
  "祖母は毎年、秋の終わりに干し柿を作る。皮をむいて、ひもで結んで、軒先につるす。AIやスマホの時代になっても、この作業だけは何も変わらない。手伝いに行くと、祖母はわたしの結び方を見て、まだまだだねと笑う。二週間ほどして、白い粉をふいた柿が届く。箱のすみには、短い手紙が入っている。風邪をひかないように、とだけ書いてある。その字が、年ごとに少しずつ大きくなっていく。",
  "日曜日の朝、ベランダの鉢に水をやっていたら、となりの奥さんが声をかけてくれた。引っ越してきて三年になるのに、ちゃんと話すのは初めてだった。植物の名前を教えあっているうちに、お茶でもどうですかということになった。話してみると、同じ町の生まれで、通った学校まで同じだった。部屋に戻ると、洗濯物がすっかり乾いていた。こういう休日も、たまには悪くないと思った。",
  "雨の音を聴きながら手紙を書いた。",
  "うちの猫の話。毎朝五時に起こされる。眠い目をこすりながら、布団から出る。",
  "母と日本橋を歩いた。",
])("a day's story is ライフスタイル, whatever single words stand in it: %s", async (text) => {
  expect((await labelsOf(text))[0]).toBe("ライフスタイル");
});

test.each([
  [
    "ニュース",
    "news",
    "港市は3日、来年4月から市営バスの運賃を20円引き上げると発表した。燃料費の値上がりと乗客の減少が理由で、引き上げは12年ぶり。市長は記者会見で「路線を守るために理解をお願いしたい」と話した。高校生の定期券は据え置く。市議会に条例の改正案を提出する予定で、可決されれば四月一日から新しい運賃になる。",
  ],
  [
    "料理・グルメ",
    "recipe",
    "ほうれん草のおひたしの作り方。材料は、ほうれん草一束、しょうゆ大さじ1、だし大さじ2、砂糖少々。まず、鍋にたっぷりの湯を沸かし、塩をひとつまみ入れます。ほうれん草を根元から入れて、30秒ゆでます。次に、冷たい水にとって、水気をしぼります。4センチの長さに切り、だしとしょうゆを合わせた中に10分ひたします。器に盛り、かつおぶしをのせたらできあがりです。",
  ],
  [
    "音楽",
    "article",
    "若いピアニストの新しいアルバムを聴いた。ショパンの夜想曲を中心にした十曲で、どの演奏も音の消えぎわが美しい。とくに三曲目、左手の和音が静かに沈んでいくところは、息をするのも忘れるほどだった。テンポはやや遅めで、旋律をよく歌わせる。最後に置かれた自作の小品は、ジャズの響きも感じさせる。夜、明かりを落とした部屋で聴きたい一枚だ。",
  ],
  [
    "テクノロジー",
    "article",
    "新しいプログラミング言語が注目を集めている。特徴は、コンパイルの段階でメモリの誤りを見つけられることだ。サーバーのソフトウェアだけでなく、ブラウザやスマートフォンのアプリの開発でも使われはじめた。学ぶのは難しいといわれるが、エラーの説明がていねいで、エンジニアの評判はよい。クラウドの会社も、安全のために古いコードを書きかえている。",
  ],
] as const)("a text about one subject is %s", async (label, kind, text) => {
  expect((await labelsOf(text, "", kind))[0]).toBe(label);
});

test("a text without keywords gets その他, and any text at most three labels", async () => {
  expect(await labelsOf("😀")).toEqual(["その他"]);
  const all = "経営 プログラミング 深呼吸 勉強 掃除 宇宙 江戸 俳句 野球 ピアノ レシピ 温泉 選挙 映画 速報";
  expect(await labelsOf(all)).toHaveLength(3);
});

test("where its words say nothing, the kind of a text decides, but not of who has died", async () => {
  expect(await labelsOf("ただ、それだけ。", "", "poem")).toEqual(["文化・芸術"]);
  expect(await labelsOf("ただ、それだけ。", "", "letter")).toEqual(["ライフスタイル"]);
  expect(await labelsOf("ただ、それだけ。", "", "mourning")).toEqual(["その他"]);
  expect((await labelsOf("市は12日、図書館を開いた。", "", "news"))[0]).toBe("ニュース");
  const council = "市議会は3日、市長の予算案と選挙の政策、行政の条約を可決した。議会と国会、政治の話。";
  expect(await labelsOf(council, "", "news")).toEqual(["政治・社会", "ニュース"]);
});

test("most official tracks get one of their own labels", async () => {
  const agreeing = [];
  for (const { inputText, title, labels } of officialTracks) {
    const chosen = await labelsOf(inputText, title);
    if (chosen.some((label) => labels.includes(label))) agreeing.push(title);
  }
  expect(agreeing.length).toBeGreaterThanOrEqual(10);
});

// By what the first list missed words were added. The second was written afterwards and asked once: of its texts 58 of a hundred got their label
// and 24 none, where without the added words 36 did and 45 had none.
test.each([
  { name: "held-out-labels", right: 90, none: 5 },
  { name: "second-held-out-labels", right: 55, none: 25 },
])(
  "of the texts of one or two sentences in $name $right % get their label, and at most $none % none",
  async (o) => {
    const list = readFileSync(new URL(`./texts/${o.name}.tsv`, import.meta.url), "utf8")
      .trim()
      .split("\n");
    const counts = { right: 0, none: 0 };
    for (const line of list) {
      const [label = "", text = ""] = line.split("\t");
      const chosen = await labelsOf(text);
      if (chosen.includes(label)) counts.right++;
      if (chosen[0] === "その他") counts.none++;
    }
    expect((100 * counts.right) / list.length).toBeGreaterThanOrEqual(o.right);
    expect((100 * counts.none) / list.length).toBeLessThanOrEqual(o.none);
  },
);
