import { QrCode } from "./qr-code.tsx";

interface AuthenticatorKeyProps {
  /** In groups of four. */
  typedKey: string;
  uri: string;
  qrCode: { size: number; path: string };
}

export function AuthenticatorKey({ typedKey, uri, qrCode }: AuthenticatorKeyProps) {
  return (
    <>
      <p>Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator.</p>
      <QrCode label="QR code for your authenticator app" qrCode={qrCode} />
      <a className="button-secondary open-app" href={uri}>
        Open the app on this device
      </a>
      <p>
        Or type this key: <code className="typed-key">{typedKey}</code>
      </p>
    </>
  );
}
