import { data, redirect } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { AudioTabs } from "#app/features/admin/parts/audio-tabs.tsx";
import { LiveRefresh } from "#app/features/admin/parts/live-refresh.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { UploadForm } from "#app/features/admin/upload/upload-form.tsx";
import { UploadList } from "#app/features/admin/upload/upload-list.tsx";
import { Invalid } from "#app/features/domain-error.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { cancelUpload, forgetUpload } from "#app/features/tracks/upload/server/end-upload.server.ts";
import { listUploads } from "#app/features/tracks/upload/server/list-uploads.server.ts";
import { uploadPagePath, uploadPath } from "#app/features/tracks/upload/upload.ts";
import { endpoint } from "#app/http/core/endpoint.server.ts";
import { errorResponse, HttpError } from "#app/http/core/error-response.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { isMultipart, prefersHtml } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receiveAudio } from "#app/http/uploads/audio-upload.server.ts";
import { uploadCall } from "#app/http/uploads/upload-call.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import type { Route } from "./+types/upload-page";

const call = endpoint({ POST: uploadCall });

/** Programs that accept JSON get the call's answer at the address of the page. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, params, context }, next) =>
    request.method === "POST" && isMultipart(request) && !prefersHtml(request)
      ? call.action({ request, params, context })
      : next(),
];

export const meta: Route.MetaFunction = () => adminMeta("アップロード");

export const loader = adminPageLoader(async ({ context }: Route.LoaderArgs) => {
  const uploads = await listUploads();
  return {
    current: context.get(requestContext).url.searchParams.get("upload"),
    isActive: uploads.some(isOpen),
    uploads: uploads.map(({ createdAt, updatedAt: _, ...upload }) => ({
      ...upload,
      started: formatDateTime(createdAt),
    })),
  };
});

const receive = formAction({
  who: "admin",
  readsBody: true,
  schema: z.object({}),
  limit: rateLimits.uploadAudio,
  async run({ request, context, viewer: admin }) {
    const typed: Record<string, string> = {};
    try {
      const { isDocument: dropsRepeat } = context.get(requestContext);
      const uploadId = await receiveAudio({ request, admin, typed, dropsRepeat });
      return redirect(uploadPagePath(uploadId), 303);
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof Invalid)) throw error;
      const current = context.get(requestContext);
      current.refused = true;
      const { status, body } = errorResponse(error, current.requestId);
      const refused: FormResult = {
        result: { status: "error", initialValue: typed, error: body.fields ?? { audio: [body.error] } },
        status,
        code: body.code,
      };
      return data(refused, { status });
    }
  },
});

const change = formAction({
  who: "admin",
  schema: z.object({ intent: z.enum(["cancel", "forget"]), upload: z.string().max(100) }),
  async run({ value: { intent, upload: uploadId }, viewer: admin }) {
    const actor = actorOf(admin);
    if (intent === "cancel") await cancelUpload({ actor, uploadId });
    else await forgetUpload({ actor, uploadId });
    return redirect(uploadPath, 303);
  },
});

export const action = (args: Route.ActionArgs) => (isMultipart(args.request) ? receive(args) : change(args));

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Upload({ loaderData }: Route.ComponentProps) {
  const { uploads, current, isActive } = loaderData;
  return (
    <AdminPage
      title="アップロード"
      lead="音声ファイルを公式アカウントの音声にします。音量をそろえ、配信用の形式に変換します。"
    >
      <AudioTabs />
      <div className="max-w-3xl space-y-8">
        <UploadForm />
        <UploadList uploads={uploads} current={current} />
      </div>
      {isActive && <LiveRefresh seconds={3} />}
    </AdminPage>
  );
}
