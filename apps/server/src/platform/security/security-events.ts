/** Monitoring looks for these names. */
export type SecurityEvent =
  | 'logon_succeeded'
  | 'logon_failed'
  | 'logon_limited'
  | 'logout'
  | 'otp_requested'
  | 'otp_muted'
  | 'otp_failed'
  | 'otp_limited'
  | 'otp_accepted'
  | 'password_reset'
  | 'password_changed'
  | 'reauthentication_failed'
  | 'cell_changed'
  | 'sms_sent'
  | 'sms_refused'
  | 'sms_capped'
  | 'csp_violation';
