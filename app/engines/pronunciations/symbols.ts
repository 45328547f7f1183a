type Name = readonly [pattern: RegExp, name: string | ((written: string) => string)];

const operand = "[\\p{L}\\d)]";

/** Names of symbols that are read aloud; the others are pauses or fall silent. */
const names: readonly Name[] = [
  [/°C|℃/g, "度"],
  [/°/g, "度"],
  [/‰/g, "パーミル"],
  [/%/g, "パーセント"],
  [/C\+\+/g, "シープラスプラス"],
  [/C#/g, "シーシャープ"],
  [/(?<=[\da-zA-Z)])\^(\d+)/g, "ノ$1乗"],
  [/√/g, "ルート"],
  [/±/g, "プラスマイナス"],
  [/(?<=[\dA-Za-z\p{L}]) ?& ?(?=[\dA-Za-z\p{L}])/gu, "アンド"],
  [/\+/g, "プラス"],
  [/(?<=[\d)][a-z]?|(?<![A-Za-z])[A-Za-z]) ?[×*✕] ?(?=[\d(]|[A-Za-z](?![A-Za-z]))/g, "カケル"],
  // Between numbers of things: 10円×3個, 30cm×横40cm.
  [/(?<=[\p{L}%]) ?[×✕] ?(?=\d)|(?<=\d[\p{L}]{0,6}) ?[×✕] ?(?=[縦横高幅奥][^\d\s]{0,2}\d)/gu, "カケル"],
  [/(?<=\d) ?[xX] ?(?=\d)/g, "カケル"],
  [/(?<=[\d)][a-z]?|(?<![A-Za-z])[A-Za-z]) ?÷ ?(?=[\d(A-Za-z])/g, "ワル"],
  [/≧|≥|>=/g, "ダイナリイコール"],
  [/≦|≤|<=/g, "ショーナリイコール"],
  [/≠/g, "ノットイコール"],
  [/≒|≈/g, "ニアリーイコール"],
  [new RegExp(`(?<=${operand}) ?= ?(?=${operand}|-)`, "gu"), "イコール"],
  [/(?<=[\da-zA-Z)]) ?> ?(?=[\da-zA-Z(-])/g, "ダイナリ"],
  [/(?<=[\da-zA-Z)]) ?< ?(?=[\da-zA-Z(-])/g, "ショーナリ"],
  [/∞/g, "ムゲンダイ"],
  [/∴/g, "ユエニ"],
  [/(?<=[\dA-Za-zァ-ヶー])\/(?=[\dA-Za-zァ-ヶ])/g, "スラッシュ"],
  [/@(?=[\dA-Za-zァ-ヶ])/g, "アット"],
  [/(?<![\p{L}\d])#(?=\p{L}{2})/gu, "、ハッシュタグ"],
  [/#(?=\p{L}|\d)/gu, "シャープ"],
  [/※/g, "コメジルシ"],
  [/§/g, "セクション"],
  [/(?<=[\dA-Za-z\p{L}]) ?[→⇒] ?(?=[\dA-Za-z\p{L}])/gu, "カラ"],
  [/[→⇒]/g, "、"],
  // What stands for a name that is not given: ○○さん, ××社, and the figures of 〇月〇日.
  [
    /(?<![一二三四五六七八九十百千万○◯●〇])[○◯●〇]{2,}(?![一二三四五六七八九十百千万])/g,
    (run) => "マル".repeat(run.length),
  ],
  [/[○◯][×✕]/g, "マルバツ"],
  [/[△▲]{2,}/g, (run) => "サンカク".repeat(run.length)],
  [/[×✕]{2,}(?=[\p{L}])/gu, (run) => "バツ".repeat(run.length)],
  [/[□■]{2,}(?=[\p{L}])/gu, (run) => "シカク".repeat(run.length)],
  [
    /(?<![一二三四五六七八九十百千万\p{Script=Han}])[○◯〇](?=[月日年時分秒人円名歳回%号代丁番世])|(?<=[月年時日])[○◯〇](?=[日分月秒時])/gu,
    "マル",
  ],
  [/(?<=マル)月(?=マル日)/g, "ガツ"],
  [/(?<=マルガツマル)日/g, "ニチ"],
  [/[△▲▽▼](?=[はがとかをもにの、。\s]|$)/g, "サンカク"],
  [/[□■](?=[はがとかをもにの、。\s]|$)/g, "シカク"],
  [/[○◯](?=[はがとかをもにの、。\s]|$)/g, "マル"],
  [/[×✕](?=[はがとかをもにの、。\s]|$)/g, "バツ"],
  [/[★☆](?=\d)/g, "ホシ"],
];

// biome-ignore format: a table
const greekNames: Record<string, string> = {
  α: "アルファ", β: "ベータ", γ: "ガンマ", δ: "デルタ", ε: "イプシロン", θ: "シータ", λ: "ラムダ", μ: "ミュー", π: "パイ",
  σ: "シグマ", τ: "タウ", φ: "ファイ", ω: "オメガ", Δ: "デルタ", Σ: "シグマ", Ω: "オーム",
};

/** Writes symbols between numbers, letters and words as they are read aloud. */
export function nameSymbols(text: string): string {
  return names
    .reduce(
      (t, [pattern, name]) =>
        typeof name === "string" ? t.replace(pattern, name) : t.replace(pattern, name),
      text,
    )
    .replace(
      /(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})/gu,
      (letter) => greekNames[letter] ?? letter,
    );
}
