import { useEffect } from "react";
import { useNavigate } from "react-router";
import { asRecord } from "#app/lib/fetch-json.ts";
import { notificationClickMessage } from "../push.ts";

/** Navigates to a clicked notification's page when the service worker asks for it, without reloading the document. */
export function NotificationClickHandler() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const listen = ({ data, ports }: MessageEvent) => {
      const { type, path } = asRecord(data);
      if (type !== notificationClickMessage || typeof path !== "string") return;
      ports[0]?.postMessage(true);
      void navigate(path);
    };
    navigator.serviceWorker.addEventListener("message", listen);
    return () => navigator.serviceWorker.removeEventListener("message", listen);
  }, [navigate]);
  return null;
}
