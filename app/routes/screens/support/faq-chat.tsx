import { Form } from "react-router";
import { formTitle } from "#app/features/site/page-meta.ts";
import { chatSchema } from "#app/features/support/chat/chat.schema.ts";
import { failureMessage, maxQuestionLength } from "#app/features/support/chat/chat.ts";
import { AnswerText } from "#app/features/support/chat/components/answer-text.tsx";
import { answerQuestion } from "#app/features/support/chat/server/answer-question.server.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { logger } from "#app/logger.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { isFormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/faq-chat";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle("AIサポート", matches) },
  // Search engines index `/faq` instead.
  { name: "robots", content: "noindex" },
];

export const action = formAction({
  schema: chatSchema.pick({ message: true }),
  who: "anyone",
  limit: rateLimits.askSupport,
  async run({ request, context, viewer, value: { message } }) {
    try {
      const userId = viewer?.id ?? null;
      return { question: message, answer: await answerQuestion({ message, userId, signal: request.signal }) };
    } catch (error) {
      // The page stays, and with it the question.
      if (!request.signal.aborted) {
        logger.error({ requestId: context.get(requestContext).requestId, err: error }, "support chat failed");
      }
      return { question: message, answer: failureMessage };
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

const path = "/faq/chat";

export default function FaqChat({ actionData }: Route.ComponentProps) {
  const answered = actionData && "answer" in actionData ? actionData : null;
  const refused = isFormResult(actionData) ? actionData : undefined;
  const { form, fields, field, isSubmitting, error } = useFormPost<{ message: string }>({
    id: "question",
    action: path,
    formResult: refused,
    ...(answered && { defaultValue: { message: answered.question } }),
  });
  return (
    <Page
      title="AIサポート"
      lead="よくある質問と規約の文章からお答えします。わからないことは、そうお伝えします。個人情報は書かないでください。"
      back={{ to: "/faq", label: "よくある質問" }}
    >
      <Form {...form} className="space-y-4">
        <TextAreaField
          {...field(fields.message)}
          label="質問"
          rows={3}
          counter={{ max: maxQuestionLength }}
          placeholder="例：解約するには？"
          autoComplete="off"
        />
        {refused && error && (
          <Notice tone="error" title="質問を送れませんでした">
            {refused.status >= 400 && refused.status < 500 ? error : failureMessage}
          </Notice>
        )}
        <Button busy={isSubmitting} busyLabel="回答を考えています" icon="sparkle">
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
