import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import type { JobsView } from "./find-jobs.server.ts";

type FailedEmail = JobsView["outbox"]["failedEmails"][number];

export function FailedEmailTable({ emails }: { emails: readonly FailedEmail[] }) {
  const { formData } = useNavigation();
  return (
    <DataTable
      caption="届かなかったメール"
      rows={emails}
      rowKey={({ id }) => id}
      columns={[
        { header: "種類", isTitle: true, cell: ({ template }) => template },
        {
          header: "エラー",
          cell: ({ error }) => <span className="text-xs wrap-anywhere text-muted">{error}</span>,
        },
        { header: "試行", align: "right", cell: ({ attempts }) => `${attempts}回` },
        { header: "作成", cell: ({ since }) => since },
        {
          key: "actions",
          header: <span className="sr-only">操作</span>,
          isActions: true,
          cell: ({ id, template }) => (
            <Form method="post" preventScrollReset>
              <HiddenFields values={{ intent: "retry-email", email: id }} />
              <Button
                variant="quiet"
                icon="refresh"
                busy={formData?.get("email") === id}
                aria-label={`再送：${template}`}
              >
                再送
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}

/** Events that were not processed, and cancellations that did not succeed: Stripe is asked again. */
export function StripeTable({ stripe }: { stripe: NonNullable<JobsView["stripe"]> }) {
  const rows = [
    ...stripe.events.map(({ id, type, since }) => ({ id, what: type, attempts: null, since })),
    ...stripe.cancellations.map(({ id, attempts, since }) => ({ id, what: "解約", attempts, since })),
  ];
  return (
    <DataTable
      caption="終わっていないStripeとのやり取り"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { header: "内容", isTitle: true, cell: ({ what }) => what },
        {
          header: "ID",
          cell: ({ id }) => <span className="font-mono text-xs wrap-anywhere">{id}</span>,
        },
        {
          header: "試行",
          align: "right",
          cell: ({ attempts }) => (attempts === null ? "–" : `${attempts}回`),
        },
        { header: "受信・依頼", cell: ({ since }) => since },
      ]}
    />
  );
}
