import { useEffect } from "react";
import { useNavigate } from "react-router";
import { asRecord } from "#app/lib/ask-server.ts";
import { followMessage } from "../follow-message.ts";

/** Goes where a pressed notification leads, when the service worker asks for it: without loading the page anew. */
export function FollowNotification() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const listen = ({ data, ports }: MessageEvent) => {
      const { type, path } = asRecord(data);
      if (type !== followMessage || typeof path !== "string") return;
      ports[0]?.postMessage(true);
      void navigate(path);
    };
    navigator.serviceWorker.addEventListener("message", listen);
    return () => navigator.serviceWorker.removeEventListener("message", listen);
  }, [navigate]);
  return null;
}
