import type { ComponentProps } from "react";
import { AllMatching } from "#app/features/admin/bulk/all-matching.tsx";
import type { BulkForm } from "#app/features/admin/parts/bulk-form.tsx";
import { ReasonFields } from "./track-actions.tsx";

export function bulkActionsOf(options: {
  count: number;
  isMore: boolean;
}): ComponentProps<typeof BulkForm>["actions"] {
  const matching = { ...options, noun: "音声", unit: "件" };
  const reasonOf = (name: string) => ({ reason: `${name}-reason`, silent: `${name}-silent` });
  return [
    {
      intent: "bulk-take-down",
      label: "公開停止",
      icon: "lock",
      title: "選んだ音声の公開を停止しますか？",
      text: "投稿した方のほかには見えなくなります。あとで解除できます。投稿した方ごとに1通のメールでお知らせします。",
      fields: (
        <>
          <AllMatching {...matching} name="take-down-all" />
          <ReasonFields names={reasonOf("take-down")} />
        </>
      ),
      confirmLabel: "停止する",
      isDestructive: true,
    },
    {
      intent: "bulk-restore",
      label: "停止を解除",
      icon: "eye",
      title: "選んだ音声の公開停止を解除しますか？",
      text: "停止する前の公開状態に戻り、投稿した方にメールでお知らせします。",
      fields: <AllMatching {...matching} name="restore-all" />,
      confirmLabel: "解除する",
    },
    {
      intent: "bulk-review",
      label: "確認済みに",
      icon: "check",
      title: "選んだ音声を確認済みにしますか？",
      text: "確認を待っている音声が、会員でない方の一覧にもすぐに出ます。投稿した方には知らせません。",
      fields: <AllMatching {...matching} name="review-all" />,
      confirmLabel: "確認済みにする",
    },
    {
      intent: "bulk-delete",
      label: "削除",
      icon: "trash",
      title: "選んだ音声を削除しますか？この操作は取り消せません。",
      text: "まず公開停止にすると、あとで元に戻せます。",
      fields: (
        <>
          <AllMatching {...matching} name="delete-all" />
          <ReasonFields names={reasonOf("delete")} />
        </>
      ),
      confirmLabel: "削除する",
      isDestructive: true,
      needsPassword: true,
    },
  ];
}
