// biome-ignore format: a table
const unitNames: Record<string, string> = {
  km: "キロメートル", m: "メートル", cm: "センチ", mm: "ミリ", μm: "マイクロメートル", nm: "ナノメートル",
  kg: "キログラム", g: "グラム", mg: "ミリグラム", μg: "マイクログラム", t: "トン", ha: "ヘクタール",
  L: "リットル", l: "リットル", dL: "デシリットル", dl: "デシリットル", mL: "ミリリットル", ml: "ミリリットル", cc: "シーシー",
  B: "バイト", kB: "キロバイト", KB: "キロバイト", MB: "メガバイト", GB: "ギガバイト", TB: "テラバイト", PB: "ペタバイト",
  bps: "ビーピーエス", kbps: "キロビーピーエス", Mbps: "メガビーピーエス", Gbps: "ギガビーピーエス",
  Hz: "ヘルツ", kHz: "キロヘルツ", MHz: "メガヘルツ", GHz: "ギガヘルツ", fps: "エフピーエス", rpm: "アールピーエム",
  W: "ワット", kW: "キロワット", MW: "メガワット", GW: "ギガワット", mW: "ミリワット", Wh: "ワットアワー", kWh: "キロワットアワー",
  V: "ボルト", kV: "キロボルト", mV: "ミリボルト", mA: "ミリアンペア", Ah: "アンペアアワー", mAh: "ミリアンペアアワー",
  cal: "カロリー", kcal: "キロカロリー", J: "ジュール", kJ: "キロジュール", Pa: "パスカル", hPa: "ヘクトパスカル",
  kPa: "キロパスカル", MPa: "メガパスカル", dB: "デシベル", ppm: "ピーピーエム", px: "ピクセル", pt: "ポイント", dpi: "ディーピーアイ",
  ms: "ミリビョー", μs: "マイクロビョー", sec: "ビョー", min: "分", hr: "時間", mol: "モル", lx: "ルクス", lm: "ルーメン",
  mph: "マイル", ft: "フィート", lb: "ポンド", oz: "オンス", h: "時間", mmHg: "ミリエイチジー", kΩ: "キロオーム", Ω: "オーム",
};

/** Above or below a stroke: mg/dL. */
const perNames: Record<string, string> = {
  ng: "ナノグラム",
  mmol: "ミリモル",
  km: "キロメートル",
  m3: "リッポーメートル",
  m2: "ヘーホーメートル",
  cm2: "ヘーホーセンチメートル",
  cm3: "リッポーセンチメートル",
};

const areaNames: Record<string, string> = {
  km: "キロメートル",
  m: "メートル",
  cm: "センチメートル",
  mm: "ミリメートル",
};
/** 3回/週 is 週3回. */
const rateNames: Readonly<Record<string, string>> = {
  秒: "毎秒",
  分: "毎分",
  時: "毎時",
  日: "1日",
  週: "シュー",
  月: "ツキ",
  年: "年",
};

/** Named before, unless the text does: 風速12m/s. */
const speeds: readonly [RegExp, string, string][] = [
  [
    /(?<=速(?:度?[はがも]?|約)(?:最大|最高|およそ|約)? ?)(?<![\d.])(\d+(?:\.\d+)?) ?km\/h(?![A-Za-z])/g,
    "",
    "キロメートル",
  ],
  [/(?<![\d.])(\d+(?:\.\d+)?) ?km\/h(?![A-Za-z])/g, "時速", "キロメートル"],
  [
    /(?<=速(?:度?[はがも]?|約)(?:最大|最高|およそ|約)? ?)(?<![\d.])(\d+(?:\.\d+)?) ?m\/s(?![A-Za-z])/g,
    "",
    "メートル",
  ],
  [/(?<![\d.])(\d+(?:\.\d+)?) ?m\/s(?![A-Za-z])/g, "秒速", "メートル"],
];

const unitPattern = new RegExp(
  `(?<=\\d(?:[万億兆])?|(?:数|何|スー|ナン)[十百千万]|[一二三四五六七八九十百千万](?=[a-zA-Z]{2})) ?(${Object.keys(
    unitNames,
  )
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?![A-Za-z\\d])`,
  "g",
);

/** Writes units in katakana: `80km/h` is 時速80キロメートル, `30m2` (after NFKC) 30ヘイホーメートル. */
export function spellOutUnits(text: string): string {
  return (
    speeds
      .reduce((t, [pattern, before, name]) => t.replace(pattern, `${before}$1${name}`), text)
      .replace(/(?<=\d) ?µ(?=[mgs])/g, "μ")
      .replace(
        /(?<![\d/])(\d[\d,.]*(?:回|円|万円|人|個|件|本|時間|枚|台|拍|食))\/(秒|分|時|日|週|月|年)(?![\d分])/g,
        (_, amount: string, time: string) => `${rateNames[time]}${amount}`,
      )
      .replace(
        /(?<![\d/])(\d[\d,.]*)\/(分|秒)(?!の)/g,
        (_, amount: string, time: string) => `毎${time}${amount}`,
      )
      // Pressures of the heart, and classes of judo and boxing.
      .replace(/(?<![\d/])(\d{2,3})\/(\d{2,3})(?= ?mmHg)/g, "$1の$2")
      .replace(/(?<=\d) ?kg級/g, "キロ級")
      // 2m10 is a height jumped.
      .replace(/(?<=\d)m(?=\d{2}(?!\d))/g, "メートル")
      .replace(
        /(?<=\d) ?(mg|μg|ng|g|kg|mL|ml|km|mmol|mol|L)\/(dL|dl|mL|ml|L|kg|g|m3|m2|cm2|cm3)(?![A-Za-z\d])/g,
        (_, above: string, below: string) =>
          `${perNames[above] ?? unitNames[above]}パー${perNames[below] ?? unitNames[below]}`,
      )
      .replace(
        /(?<=\d) ?(km|cm|mm|m)\^?([23])(?![A-Za-z\d])/g,
        (_, unit: string, power) => `${power === "2" ? "ヘイホー" : "リッポー"}${areaNames[unit]}`,
      )
      .replace(
        /(?<=\d) ?A(?=の(?:電流|コンセント|ブレーカー|ヒューズ|容量|充電|家庭)|電流|ブレーカー|ヒューズ|の?出力|の?充電|の?契約|以[上下])/g,
        "アンペア",
      )
      .replace(/(?<=\dV ?[・、/,]? ?\d+(?:\.\d+)?) ?A(?![A-Za-z\d])/g, "アンペア")
      .replace(/(?<=\d) ?(?:km|kg|cm|mm)(?![A-Za-z\d])/gi, (unit) => unit.toLowerCase())
      .replace(/(?<=\d) ?(?:KB|MB|GB|TB)(?![A-Za-z\d])/gi, (unit) => unit.toUpperCase())
      .replace(/(?<=\d) ?k?hz(?![A-Za-z\d])/gi, (unit) => unit.toLowerCase().replace("h", "H"))
      .replace(unitPattern, (_, unit: string) => unitNames[unit] ?? "")
  );
}
