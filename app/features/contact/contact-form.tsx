import { type FormEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { askServer, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusWrong } from "#app/ui/use-focus-wrong.ts";
import { tidyName } from "../accounts/tidy-name.ts";
import { firstWrong, type RefusedForm, refusalText } from "../refused-form.ts";
import {
  contactFields,
  contactMessages,
  contactPath,
  contactSubjects,
  longestContact,
  trapField,
} from "./contact.ts";

interface ContactFormProps {
  /** What is known of the writer, and what the link here was about. */
  known: { name: string; email: string; subject: string };
  refused?: RefusedForm | undefined;
  onSent: () => void;
}

/**
 * The contact form. A plain form post to its page; with JavaScript the call of spec 2 §7, which leaves everything typed in
 * place until it is there.
 */
export function ContactForm({ known, refused, onSent }: ContactFormProps) {
  const navigation = useNavigation();
  const [isSending, setIsSending] = useState(false);
  const [answer, setAnswer] = useState<Omit<RefusedForm, "values"> | null>(null);
  const shown = answer ?? refused;
  const { fields = {} } = shown ?? {};
  const typed = refused?.values;
  const form = useFocusWrong(shown);
  const wrong = firstWrong(shown, contactFields);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const json = Object.fromEntries(new FormData(event.currentTarget));
    setIsSending(true);
    setAnswer(null);
    const { ok, status, body } = await askServer("POST", "/api/contact", { json });
    setIsSending(false);
    if (ok) return onSent();
    const { error, fields } = refusalOf(body);
    setAnswer({ status, code: "", error, fields });
  };

  return (
    <Form ref={form} method="post" action={contactPath} noValidate onSubmit={send} className="space-y-6">
      {refused && !answer && !wrong && <Failure of={refused} />}
      <TextField
        id="contact-name"
        name="name"
        label="お名前"
        hint="必須"
        required
        defaultValue={typed?.name ?? known.name}
        errors={fields.name}
        focused={wrong === "name"}
        counter={{ max: longestContact.name, count: (text) => tidyName(text).length }}
        autoComplete="name"
      />
      <TextField
        id="contact-email"
        name="email"
        type="email"
        label="メールアドレス"
        hint="必須"
        required
        defaultValue={typed?.email ?? known.email}
        errors={fields.email}
        focused={wrong === "email"}
        help="このアドレスにお返事します。"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        id="contact-subject"
        name="subject"
        label="件名"
        hint="必須"
        required
        defaultValue={typed?.subject ?? known.subject}
        errors={fields.subject}
        focused={wrong === "subject"}
      >
        <option value="" disabled hidden>
          選択してください
        </option>
        {contactSubjects.map((subject) => (
          <option key={subject}>{subject}</option>
        ))}
      </SelectField>
      <TextAreaField
        id="contact-message"
        name="message"
        label="お問い合わせ内容"
        hint="必須"
        required
        rows={6}
        defaultValue={typed?.message ?? ""}
        errors={fields.message}
        focused={wrong === "message"}
        counter={{ max: longestContact.message }}
      />
      <div aria-hidden="true" className="sr-only">
        <label>
          この欄は空のままにしてください
          <input
            name={trapField}
            tabIndex={-1}
            autoComplete="off"
            defaultValue=""
            data-1p-ignore=""
            data-lpignore="true"
          />
        </label>
      </div>
      {answer && !wrong && <Failure of={answer} />}
      <Button
        size="large"
        wide
        icon="mail"
        busy={isSending || navigation.formAction === contactPath}
        busyLabel="送信しています"
      >
        送信する
      </Button>
    </Form>
  );
}

/** At the top of a page that came back, beside the button on one that stayed: where one looks. */
function Failure({ of }: { of: Omit<RefusedForm, "values"> }) {
  return (
    <Notice tone="error" title={contactMessages.failed}>
      {refusalText(of)}入力した内容は、このページに残っています。
    </Notice>
  );
}
