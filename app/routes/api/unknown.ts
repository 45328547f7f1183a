import { NotFound } from "#app/features/domain-error.ts";
import { errorAnswer } from "#app/http/error-response.ts";

const answer = () => {
  const { status, body } = errorAnswer(new NotFound("このAPIはありません"), "");
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
};
export const loader = answer;
export const action = answer;
