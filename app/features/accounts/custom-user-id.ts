const pattern = /^[A-Za-z0-9_-]+$/;

/** What is wrong with a ユーザーID as typed, in the words of spec 2 §5; null when its form is right. */
export function customUserIdProblem(text: string): string | null {
  if (text.length < 3) return "ユーザーIDは3文字以上で入力してください";
  if (text.length > 30) return "ユーザーIDは30文字以内で入力してください";
  if (!pattern.test(text)) return "ユーザーIDは英数字、ハイフン、アンダースコアのみ使用可能です";
  return null;
}

/** Answers about a ユーザーID whose form is right. */
export const customUserIdAnswers = {
  available: "利用可能です",
  taken: "このユーザーIDは既に使われています",
  reserved: "このユーザーIDは使用できません",
  checkFailed: "確認中にエラーが発生しました",
} as const;
