/** Who needs the holder's consent: companies, those who earn with the voice, or everybody. */
type ConsentRule = "company" | "commercial" | "everybody";

export interface VoiceTerms {
  /** As in `VOICEVOX_VOICES`, without style. */
  name: string;
  /** Required credit. */
  credit: string;
  /** Null for nobody who gives the credit. */
  consent: ConsentRule | null;
  /** Where to ask; null if nobody must. */
  holder: string | null;
  /** The voice's own terms, which decide. */
  terms: string;
}

/** Where the terms were read, the source's date, and when it was read. */
export const voicevoxSource = {
  address: "https://github.com/VOICEVOX/voicevox_resource",
  publishedOn: "2025-10-28",
  readOn: "2026-11-27",
} as const;

const zunko = "https://zunko.jp/con_ongen_kiyaku.html";
const virvox = "https://www.virvoxproject.com/voicevoxの利用規約";
const nekonohako = "https://nekotukarb.wixsite.com/nekonohako/利用規約";

/** Free for everybody who gives the credit, commercially too. */
const free = (name: string, terms: string): VoiceTerms => ({
  name,
  credit: `VOICEVOX:${name}`,
  consent: null,
  holder: null,
  terms,
});

export const voicevoxTerms: readonly VoiceTerms[] = [
  ...[
    "四国めたん",
    "ずんだもん",
    "九州そら",
    "中国うさぎ",
    "中部つるぎ",
    "東北きりたん",
    "東北ずん子",
    "東北イタコ",
  ].map((name) => free(name, zunko)),
  ...["玄野武宏", "白上虎太郎", "雀松朱司", "麒ヶ島宗麟", "黒沢冴白"].map((name) => free(name, virvox)),
  ...["猫使アル", "猫使ビィ"].map((name) => free(name, nekonohako)),
  free("春日部つむぎ", "https://tsumugi-official.studio.site/rule"),
  free("雨晴はう", "https://amehau.com/?page_id=225"),
  free("波音リツ", "http://canon-voice.com/kiyaku.html"),
  free("冥鳴ひまり", "https://meimeihimari.wixsite.com/himari/terms-of-use"),
  free("剣崎雌雄", "https://frontier.creatia.cc/fanclubs/413/posts/4507"),
  free("WhiteCUL", "https://www.whitecul.com/guideline"),
  free("ちび式じい", "https://docs.google.com/presentation/d/1AcD8zXkfzKFf2ertHwWRwJuQXjNnijMxhz7AJzEkaI4"),
  free("櫻歌ミコ", "https://voicevox35miko.studio.site/rule"),
  free("小夜/SAYO", "https://316soramegu.wixsite.com/sayo-official/guideline"),
  free("ナースロボ＿タイプＴ", "https://www.krnr.top/rules"),
  free("†聖騎士 紅桜†", "https://commons.nicovideo.jp/material/nc296132"),
  free("春歌ナナ", "https://nanahira.jp/haruka_nana/guideline.html"),
  free("栗田まろん", "https://aivoice.jp/character/maron/"),
  free("あいえるたん", "https://www.infiniteloop.co.jp/special/iltan/terms/"),
  free("満別花丸", "https://100hanamaru.wixsite.com/manbetsu-hanamaru/rule"),
  free("琴詠ニア", "https://commons.nicovideo.jp/works/nc315435"),
  free("離途", "https://litmus9.com/#/voicebank#rules"),
  {
    ...free("青山龍星", virvox),
    consent: "company",
    holder: "https://v.seventhh.com/contact/",
  },
  {
    ...free("後鬼", "https://ついなちゃん.com/voicevox_terms/"),
    consent: "company",
    holder: "https://ついなちゃん.com/mail/",
  },
  {
    ...free("Voidoll", "https://blog.nicovideo.jp/niconews/224589.html"),
    credit: "VOICEVOX:Voidoll(CV:丹下桜)",
    consent: "company",
    holder: "https://qa.nicovideo.jp/",
  },
  // Persons may earn by streaming and as fans; other commerce needs consent.
  {
    ...free("No.7", "https://voiceseven.com/#j0200"),
    consent: "commercial",
    holder: "https://voiceseven.com/",
  },
  {
    ...free("ユーレイちゃん", "https://u-stella.co.jp/voicevox-ure-chan-tucumo-terms-of-use/"),
    credit: "VOICEVOX:ユーレイちゃん(CV:神崎零)",
    consent: "commercial",
    holder: "https://u-stella.co.jp/",
  },
  {
    ...free("ぞん子", "https://zonko.zone-energy.jp/guideline"),
    consent: "commercial",
    holder: "https://zonko.zone-energy.jp/contact",
  },
  // Its free use excludes works of sound.
  {
    ...free("もち子さん", "https://vtubermochio.wixsite.com/mochizora/利用規約"),
    credit: "VOICEVOX:もち子(cv 明日葉よもぎ)",
    consent: "everybody",
    holder: "https://vtubermochio.wixsite.com/mochizora/contact",
  },
];

interface VoiceSettings {
  SPEECH_ENGINE: string;
  VOICEVOX_CREDIT: string;
  VOICEVOX_VOICES: readonly { name: string }[];
  OPERATOR_KIND?: "person" | "company" | undefined;
  VOICE_PERMISSIONS: readonly string[];
  STRIPE_SECRET_KEY?: string | undefined;
}

/**
 * Null if nobody here has read them. `VOICEVOX_CREDIT` tells VOICEVOX from other engines of its protocol, whose voices have
 * other terms.
 */
export function findVoiceTerms(
  name: string,
  { VOICEVOX_CREDIT }: Pick<VoiceSettings, "VOICEVOX_CREDIT">,
): VoiceTerms | null {
  if (VOICEVOX_CREDIT !== "VOICEVOX") return null;
  return voicevoxTerms.find((terms) => terms.name === name) ?? null;
}

const askedOf: Record<ConsentRule, string> = {
  company: "where a company is involved (a person sets OPERATOR_KIND=person)",
  commercial: "where money is earned (a person who sells nothing sets OPERATOR_KIND=person)",
  everybody: "for works of sound",
};

/**
 * A line per configured voice without a required consent in `VOICE_PERMISSIONS`. An unnamed operator counts as a company, a
 * site that sells premium as one that earns.
 */
export function refusedVoices(settings: VoiceSettings): string[] {
  if (settings.SPEECH_ENGINE !== "voicevox") return [];
  const isCompany = settings.OPERATOR_KIND !== "person";
  const isCommercial = isCompany || settings.STRIPE_SECRET_KEY !== undefined;
  const needed: Record<ConsentRule, boolean> = {
    company: isCompany,
    commercial: isCommercial,
    everybody: true,
  };
  const names = [...new Set(settings.VOICEVOX_VOICES.map(({ name }) => name))];
  return names.flatMap((name) => {
    const terms = findVoiceTerms(name, settings);
    if (!terms?.consent || !needed[terms.consent] || settings.VOICE_PERMISSIONS.includes(name)) return [];
    return [
      `VOICEVOX_VOICES: the terms of ${name} ask for consent ${askedOf[terms.consent]}: read ${terms.terms}, ask at ${terms.holder}, then name it in VOICE_PERMISSIONS`,
    ];
  });
}
