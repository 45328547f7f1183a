import type { ExternalService } from "#app/features/providers/server/external-services.server.ts";

export const serviceUses: Record<ExternalService["purpose"], { work: string; sent: string }> = {
  script: { work: "台本の作成", sent: "入力した本文とタイトル、台本、ファクトチェックの指摘" },
  "fact-check": { work: "ファクトチェック", sent: "台本" },
  speech: { work: "読み上げ", sent: "台本" },
  chat: { work: "AIサポートチャット", sent: "質問" },
  "harm-check": { work: "投稿の内容の確認", sent: "タイトル、話し手の名前、台本" },
};
