/** Of the installation that tests run, as RECOUP_SECRET_KEY. */
export const testSecretKey = 'the-secret-key-of-all-tests-here';
