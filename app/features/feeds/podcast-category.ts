import type { BuiltInCategory, fallbackCategory } from "#app/engines/script/categories.ts";

/** A category of Apple Podcasts, which other directories use too. */
export interface PodcastCategory {
  name: string;
  subcategory?: string;
}

const fallbackPodcastCategory: PodcastCategory = { name: "Society & Culture" };

const byCategory: Record<BuiltInCategory | typeof fallbackCategory, PodcastCategory> = {
  ビジネス: { name: "Business", subcategory: "Management" },
  テクノロジー: { name: "Technology" },
  "健康・ウェルネス": { name: "Health & Fitness", subcategory: "Alternative Health" },
  "教育・学習": { name: "Education", subcategory: "Self-Improvement" },
  ライフスタイル: { name: "Leisure", subcategory: "Hobbies" },
  科学: { name: "Science", subcategory: "Natural Sciences" },
  歴史: { name: "History" },
  "文化・芸術": { name: "Arts", subcategory: "Visual Arts" },
  スポーツ: { name: "Sports" },
  音楽: { name: "Music", subcategory: "Music Commentary" },
  "料理・グルメ": { name: "Arts", subcategory: "Food" },
  旅行: { name: "Society & Culture", subcategory: "Places & Travel" },
  "政治・社会": { name: "News", subcategory: "Politics" },
  エンターテイメント: { name: "News", subcategory: "Entertainment News" },
  ニュース: { name: "News", subcategory: "Daily News" },
  その他: fallbackPodcastCategory,
};

/** Suggested categories of playlists that are not built-in ones. */
const playlistCategories: Record<string, PodcastCategory> = {
  リラックス: { name: "Health & Fitness", subcategory: "Mental Health" },
  "勉強・集中": { name: "Education", subcategory: "Self-Improvement" },
  "睡眠・瞑想": { name: "Health & Fitness", subcategory: "Mental Health" },
};

const known = new Map(Object.entries({ ...byCategory, ...playlistCategories }));

/** Maps the first name that has a podcast category; Society & Culture if none has. */
export function podcastCategory(names: readonly string[]): PodcastCategory {
  for (const name of names) {
    const found = known.get(name);
    if (found) return found;
  }
  return fallbackPodcastCategory;
}
