import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { paymentsPath } from "../subscription.ts";
import stylesheet from "./receipt.css?url";
import { maxRecipientLength, receiptPath } from "./receipt.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import type { ReceiptView } from "./receipts.server.ts";

interface ReceiptScreenProps {
  receipt: ReceiptView;
  formResult: FormResult | undefined;
}

export function ReceiptScreen({ receipt, formResult }: ReceiptScreenProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ recipient: string }>({
    id: "recipient",
    action: receiptPath(receipt.id),
    formResult,
    defaultValue: { recipient: receipt.recipient },
  });
  return (
    <Page title="領収書" back={{ to: paymentsPath, label: "お支払いの記録" }}>
      <link rel="stylesheet" href={stylesheet} precedence="page" />
      <div className="space-y-8">
        <p className="text-sm text-muted">ブラウザの「印刷」で、この枠の中だけを紙やPDFにできます。</p>
        <ReceiptSheet receipt={receipt} />
        {error && (
          <Notice tone="error" title="宛名を変えられませんでした">
            {error}
          </Notice>
        )}
        {receipt.canSetRecipient && (
          <Form {...form} className="space-y-4">
            <input type="hidden" name="intent" value="recipient" />
            <TextField
              {...field(fields.recipient)}
              label="宛名"
              hint="会社名など。変えられるのは一度だけです"
              required
              counter={{ max: maxRecipientLength }}
            />
            <Button variant="quiet" busy={isSubmitting} busyLabel="変えています">
              この宛名にする
            </Button>
          </Form>
        )}
      </div>
    </Page>
  );
}
