import { useNotificationPermission } from "#app/ui/live/use-notification-permission.ts";

const texts = {
  default:
    "I can also show my reminders as this device's own notifications, while Mila is open in a tab.",
  granted:
    "On. My reminders also show as this device's own notifications, while Mila is open in a tab.",
  denied:
    "This browser blocks Mila's notifications. You can allow them in its settings for this site.",
};

/** Only a browser can ask, so the page without JavaScript leaves it out. */
export function ThisDevice() {
  const { permission, ask } = useNotificationPermission();
  if (!permission) return null;
  return (
    <section className="settings-section" aria-labelledby="this-device">
      <h2 id="this-device" className="section-title">
        On this device
      </h2>
      <p role="status">{texts[permission]}</p>
      {permission === "default" && (
        <div className="button-row justify-start">
          <button type="button" className="button-secondary" onClick={ask}>
            Notify me on this device
          </button>
        </div>
      )}
    </section>
  );
}
