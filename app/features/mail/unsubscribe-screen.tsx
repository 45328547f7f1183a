import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type FormResult, firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";

interface UnsubscribeScreenProps {
  /** Such as 「お知らせのメール」. */
  noun: string;
  lead: string;
  actionData: FormResult | { isStopped: true } | undefined;
}

/** The page behind an email's link that stops such emails, by its button. */
export function UnsubscribeScreen({ noun, lead, actionData }: UnsubscribeScreenProps) {
  if (actionData && "isStopped" in actionData)
    return (
      <Page title={`${noun}を止めました`} lead="「設定」で、いつでもまた受け取れます。">
        <ButtonLink to="/" icon="home">
          ホームに戻る
        </ButtonLink>
      </Page>
    );
  return (
    <Page title={`${noun}を止めます`} lead={lead}>
      {isFormResult(actionData) && <Notice tone="error" title={firstMessage(actionData)} />}
      <Form method="post" className="pt-4">
        <Button wide>{`${noun}を止める`}</Button>
      </Form>
    </Page>
  );
}
