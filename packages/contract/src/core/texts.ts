/**
 * Every text of the specification, letter for letter, in one place (sections 2, 5 and 8;
 * product.md where it corrects one).
 */
export const texts = {
  product: 'Recoup',
  tagline: 'Disbursement recovery for law firms',

  invalidEmailId: 'Invalid email id',
  emailRequired: 'Email is required',
  invalidEmail: 'Invalid email address',
  invalidEmailDomain: 'Invalid domain',
  passwordRequired: 'Password is required',
  otpRequired: 'Please enter valid OTP',
  sendingOtp: 'Sending OTP to your registed cell#',
  newPasswordsDiffer: 'New password do not match.',
  passwordsDiffer: 'Password did not match',
  unauthorized: 'Unauthorized Access!',

  firmNameRequired: 'Firm name is required',
  firmNameTooShort: 'Name must be at least 5 characters long.',
  firmNameTooLong: 'Name must not be more than 100 characters long.',
  domainRequired: 'Domain is required',
  domainInvalid: 'Invalid Domain',
  domainPattern: 'Please enter valid domain (for ex: lawfirm.co.za)',
  logoKind: 'The logo must be a JPEG picture (.jpg or .jpeg).',
  logoTooLarge: 'The logo must not be larger than 2 MB.',
  chooseFirm: 'Please choose a firm.',

  cellRequired: 'Cell is required',
  cellTooShort: 'Cell must be at least 10 numbers long.',
  cellTooLong: 'Cell must not be more than 10 numbers long.',
  attorneyCellTooShort: 'Cell must be at least 10 characters long.',
  attorneyCellTooLong: 'Cell must not be more than 10 characters long.',

  nameRequired: 'Name is required.',
  nameTooShort: 'Name must be at least 3 characters long.',
  nameTooLong: 'Name must not be more than 50 characters long.',
  disbursementNameRequired: 'Name is required',

  selectFile: 'Please select file to upload.',
  emptyMailField: 'Empty Field Found in Mail!',
  nothingToExport: 'No disbursements to download.',
  unsavedChanges: 'You have unsaved changes, do you want leave this page?',

  attorneyAdminAdded: 'Attorney Administrator added Successfully!',
  attorneyAdminUpdated: 'Attorney Administrator updated Successfully!',
  attorneyAdded: 'Attorney added successfully!',
  attorneyUpdated: 'Attorney updated successfully!',
  disbursementSaved: 'Disbursement saved successfully.',
  disbursementUpdated: 'Disbursement updated successfully.',
  firmAdded: 'Firm Added Successfully!',
  firmUpdated: 'Firm Updated Successfully!',
  cellUpdated: 'Cell number updated successfully!',
  passwordUpdated: 'Password updated successfully!',
  downloaded: 'Disbursement download Successful!',
  uploaded: 'File upload Successful!',
  mailSent: 'Mail sent successfully !',
} as const;
