import { useState } from "react";
import { useInBrowser } from "../kit/use-in-browser.ts";
import { notificationPermission } from "./notify.ts";

export function useNotificationPermission() {
  const atStart = useInBrowser(notificationPermission, null);
  const [answer, setAnswer] = useState<NotificationPermission | null>(null);
  const ask = () => void Notification.requestPermission().then(setAnswer);
  return { permission: answer ?? atStart, ask };
}
