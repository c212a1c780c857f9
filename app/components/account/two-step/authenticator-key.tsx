interface AuthenticatorKeyProps {
  /** In groups of four. */
  typedKey: string;
  uri: string;
  qrCode: { size: number; path: string };
}

export function AuthenticatorKey({ typedKey, uri, qrCode: { size, path } }: AuthenticatorKeyProps) {
  return (
    <>
      <p>
        Scan this with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or your password
        manager.
      </p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path d={path} />
      </svg>
      <p>
        Or type this key: <code className="typed-key">{typedKey}</code>
      </p>
      <p>
        <a className="text-link" href={uri}>
          Open the app on this phone
        </a>
      </p>
    </>
  );
}
