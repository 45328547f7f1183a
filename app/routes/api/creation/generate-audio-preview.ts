import { endpoint } from "#app/http/core/endpoint.server.ts";
import { previewOperation } from "./preview-operation.ts";

const route = endpoint({ POST: previewOperation("v1") });
export const loader = route.loader;
export const action = route.action;
