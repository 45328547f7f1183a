import type { z } from "zod";

const typeNames: Readonly<Record<string, string>> = {
  string: "文字列",
  number: "数",
  nan: "数",
  int: "整数",
  boolean: "trueかfalse",
  array: "配列",
  object: "オブジェクト",
  record: "オブジェクト",
  date: "日時",
};

const formatNames: Readonly<Record<string, string>> = {
  datetime: "日時",
  date: "日付",
  time: "時刻",
  email: "メールアドレス",
  url: "URL",
  uuid: "ID",
};

/** What a schema that has no words of its own says about wrong input. */
export const defaultMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined)
        return issue.expected === "string" ? "入力してください" : "指定してください";
      return `${typeNames[issue.expected] ?? "正しい値"}を指定してください`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${String(issue.values[0])}を指定してください`
        : `次のどれかを指定してください（${issue.values.map(String).join("、")}）`;
    case "too_big": {
      if (issue.origin === "string")
        return `${issue.maximum.toLocaleString("ja-JP")}文字以内で入力してください`;
      if (issue.origin === "array") return `${issue.maximum.toLocaleString("ja-JP")}件まで指定できます`;
      return `${issue.maximum}${issue.inclusive === false ? "より小さい" : "以下の"}数を指定してください`;
    }
    case "too_small": {
      if (issue.origin === "string")
        return issue.minimum === 1 ? "入力してください" : `${issue.minimum}文字以上で入力してください`;
      if (issue.origin === "array") return `${issue.minimum}件以上を指定してください`;
      return `${issue.minimum}${issue.inclusive === false ? "より大きい" : "以上の"}数を指定してください`;
    }
    case "invalid_format":
      return `${formatNames[issue.format] ?? "入力"}の形を確認してください`;
    case "not_multiple_of":
      return `${issue.divisor}の倍数を指定してください`;
    case "unrecognized_keys":
      return `使えない項目があります（${issue.keys.join("、")}）`;
    default:
      return "入力内容を確認してください";
  }
};
