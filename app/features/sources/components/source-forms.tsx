import { Form } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { acceptedFiles, maxAddressLength, type SourceFlow, sourcesPath } from "../sources.ts";

interface FormProps {
  flow: SourceFlow;
  formResult: FormResult | undefined;
}

export function FileForm({ flow, formResult }: FormProps) {
  const { form, isSubmitting, error } = useFormPost<Record<string, unknown>>({
    id: "source-file",
    action: sourcesPath(flow),
    intent: "file",
    formResult,
  });
  const errors = formResult?.result.error?.file ?? undefined;
  return (
    <Form {...form} encType="multipart/form-data" className="space-y-5">
      <input type="hidden" name="intent" value="file" />
      {error && (
        <Notice tone="error" title="取り込めませんでした">
          {error}
        </Notice>
      )}
      <TextField
        type="file"
        name="file"
        label="ファイル"
        accept={acceptedFiles}
        required
        errors={errors}
        focused={errors !== undefined}
        help="テキスト・Markdown・HTML・Word（.docx）・ODT・PDF・EPUB。20MBまで。自分の文章か、使う許可のある文章に限ります。"
        className="py-2.5 file:mr-3 file:rounded-full file:border-0 file:bg-voice-a-tint file:px-3 file:py-1 file:text-sm file:text-voice-a"
      />
      <Button size="large" wide icon="document" busy={isSubmitting} busyLabel="読み取っています">
        読み取る
      </Button>
      <p className="text-xs text-muted">
        ふりがなは、その語の読みになります。読み取った文章は24時間で消えます。ファイルそのものは保存しません。
      </p>
    </Form>
  );
}

export function AddressForm({ flow, formResult }: FormProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ address: string; permitted: string }>({
    id: "source-address",
    action: sourcesPath(flow),
    intent: "address",
    formResult,
  });
  const { errors, focused, defaultValue, ...permitted } = field(fields.permitted);
  return (
    <Form {...form} className="space-y-5 border-t border-line pt-8">
      <input type="hidden" name="intent" value="address" />
      {error && (
        <Notice tone="error" title="取り込めませんでした">
          {error}
        </Notice>
      )}
      <TextField
        {...field(fields.address)}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={maxUnits(maxAddressLength)}
        label="ページのアドレス"
        placeholder="https://"
        help="だれでも開けるページだけを読みます。ログインの要るページと、読み取りを断っているサイト（robots.txt）は読みません。"
      />
      <div className="space-y-2">
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            {...permitted}
            type="checkbox"
            value="on"
            defaultChecked={defaultValue === "on"}
            aria-invalid={errors ? true : undefined}
            {...(focused && { autoFocus: true })}
            className="size-5 shrink-0 accent-accent"
          />
          自分が書いた文章か、使う許可を得た文章です（この答えは記録します）
        </label>
        {errors && <FieldError>{errors[0]}</FieldError>}
      </div>
      <Button wide variant="quiet" icon="document" busy={isSubmitting} busyLabel="読み取っています">
        ページを読み取る
      </Button>
    </Form>
  );
}
