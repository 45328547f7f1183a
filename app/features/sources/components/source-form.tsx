import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { acceptedFiles, type SourceFlow, sourcesPath } from "../sources.ts";

interface SourceFormProps {
  flow: SourceFlow;
  formResult: FormResult | undefined;
}

/** Sends a file to be read. */
export function SourceForm({ flow, formResult }: SourceFormProps) {
  const { form, isSubmitting, error } = useFormPost<Record<string, unknown>>({
    id: "source-file",
    action: sourcesPath(flow),
    formResult,
  });
  const errors = formResult?.result.error?.file ?? undefined;
  return (
    <Form {...form} encType="multipart/form-data" className="space-y-5">
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
