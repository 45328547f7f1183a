import { NotFound } from "#app/features/domain-error.ts";
import { errorResponse } from "#app/http/core/error-response.ts";

const answer = () => {
  const { status, body } = errorResponse(new NotFound("このAPIはありません"), "");
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
};
export const loader = answer;
export const action = answer;
