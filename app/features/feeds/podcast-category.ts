import type { Category, fallbackCategory } from "../creation/categories.ts";

/** A category of Apple Podcasts, which other directories know too. */
export interface PodcastCategory {
  name: string;
  within?: string;
}

const usual: PodcastCategory = { name: "Society & Culture" };

const byCategory: Record<Category | typeof fallbackCategory, PodcastCategory> = {
  ビジネス: { name: "Business", within: "Management" },
  テクノロジー: { name: "Technology" },
  "健康・ウェルネス": { name: "Health & Fitness", within: "Alternative Health" },
  "教育・学習": { name: "Education", within: "Self-Improvement" },
  ライフスタイル: { name: "Leisure", within: "Hobbies" },
  科学: { name: "Science", within: "Natural Sciences" },
  歴史: { name: "History" },
  "文化・芸術": { name: "Arts", within: "Visual Arts" },
  スポーツ: { name: "Sports" },
  音楽: { name: "Music", within: "Music Commentary" },
  "料理・グルメ": { name: "Arts", within: "Food" },
  旅行: { name: "Society & Culture", within: "Places & Travel" },
  "政治・社会": { name: "News", within: "Politics" },
  エンターテイメント: { name: "News", within: "Entertainment News" },
  ニュース: { name: "News", within: "Daily News" },
  その他: usual,
};

/** Names that playlists are offered besides (spec 2 §9). */
const ofPlaylists: Record<string, PodcastCategory> = {
  リラックス: { name: "Health & Fitness", within: "Mental Health" },
  "勉強・集中": { name: "Education", within: "Self-Improvement" },
  "睡眠・瞑想": { name: "Health & Fitness", within: "Mental Health" },
};

const known = new Map(Object.entries({ ...byCategory, ...ofPlaylists }));

/** The podcast category of the first of these names that has one; Society & Culture when none does. */
export function podcastCategory(names: readonly string[]): PodcastCategory {
  for (const name of names) {
    const found = known.get(name);
    if (found) return found;
  }
  return usual;
}
