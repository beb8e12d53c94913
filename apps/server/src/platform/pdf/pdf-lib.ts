import { createRequire } from 'node:module';
import type * as PdfLib from '@cantoo/pdf-lib';

/** The build of hundreds of ES modules takes 9 MB more in each process that reads a PDF. */
const library = createRequire(import.meta.url)('@cantoo/pdf-lib') as typeof PdfLib; // untyped

export const {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFString,
} = library;
export const decodePDFRawStream: typeof PdfLib.decodePDFRawStream = library.decodePDFRawStream;

export type PDFArray = PdfLib.PDFArray;
export type PDFContext = PdfLib.PDFContext;
export type PDFDict = PdfLib.PDFDict;
export type PDFDocument = PdfLib.PDFDocument;
export type PDFName = PdfLib.PDFName;
export type PDFObject = PdfLib.PDFObject;
export type PDFPage = PdfLib.PDFPage;
export type PDFRawStream = PdfLib.PDFRawStream;
export type PDFRef = PdfLib.PDFRef;
