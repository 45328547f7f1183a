import { Form, useNavigation } from "react-router";
import { checked } from "#app/features/checked.ts";
import { refusalText } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { chatSchema } from "#app/features/support/chat.schema.ts";
import { longestMessage } from "#app/features/support/chat-limits.ts";
import { failureText } from "#app/features/support/chat-messages.ts";
import { AnswerText } from "#app/features/support/components/answer-text.tsx";
import { answerQuestion } from "#app/features/support/server/answer-question.server.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { logger } from "#app/logger.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/faq-chat";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle("AIサポート", matches) },
  // The questions and their answers are found at `/faq`.
  { name: "robots", content: "noindex" },
];

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const { address, requestId } = context.get(requestContext);
  const fields = await readFields(request);
  return answerForm({
    context,
    values: fields,
    async work() {
      countAgainst(rateLimits.askSupport, { viewer: null, address });
      const { message } = checked(chatSchema, { message: fields.message });
      try {
        return { question: message, answer: await answerQuestion({ message, signal: request.signal }) };
      } catch (error) {
        // The page stays, and with it the question.
        if (!request.signal.aborted) logger.error({ requestId, err: error }, "support chat failed");
        return { question: message, answer: failureText };
      }
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function FaqChat({ actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const answered = actionData && "answer" in actionData ? actionData : null;
  const refused = actionData && "fields" in actionData ? actionData : null;
  return (
    <Page
      title="AIサポート"
      lead="よくある質問と規約の文章からお答えします。わからないことは、そうお伝えします。個人情報は書かないでください。"
      back={{ to: "/faq", label: "よくある質問" }}
    >
      <Form method="post" noValidate className="space-y-4">
        <TextAreaField
          label="質問"
          name="message"
          rows={3}
          errors={refused?.fields.message}
          focused={Boolean(refused?.fields.message)}
          defaultValue={answered?.question ?? refused?.values.message}
          counter={{ max: longestMessage }}
          placeholder="例：解約するには？"
          autoComplete="off"
        />
        {refused && !refused.fields.message && (
          <Notice tone="error" title="質問を送れませんでした">
            {refused.status >= 400 && refused.status < 500 ? refusalText(refused) : failureText}
          </Notice>
        )}
        <Button busy={state === "submitting"} busyLabel="回答を考えています" icon="sparkle">
          質問する
        </Button>
      </Form>
      {answered && (
        <section aria-labelledby="answer" className="pt-8">
          <h2 id="answer" className="pb-3 text-lg">
            回答
          </h2>
          <Card role="status" className="space-y-3">
            <p className="text-sm text-muted">{answered.question}</p>
            <AnswerText text={answered.answer} />
          </Card>
        </section>
      )}
    </Page>
  );
}
