/** The longest name and description of a playlist, in characters (the name: spec 2 §9). */
export const longest = { name: 50, description: 500 } as const;

/** What is wrong with a name (spec 2 §5). */
export const nameMessages = {
  missing: "プレイリスト名は必須です",
  tooLong: `プレイリスト名は${longest.name}文字以内で入力してください`,
} as const;
