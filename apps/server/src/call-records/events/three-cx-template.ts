import { apiRoot } from '@recoup/contract/core/endpoint';

/** The address to which a telephone system sends its calls. */
export function eventsUrl(publicUrl: string, sourceId: string): string {
  return new URL(`${apiRoot}/call-events/${sourceId}`, publicUrl).href;
}

/** Placeholders that 3CX fills in, by the names that the reader of events knows. */
const values = {
  callType: '[CallType]',
  number: '[Number]',
  agent: '[Agent]',
  agentEmail: '[AgentEmail]',
  duration: '[Duration]',
} as const;

/**
 * A template for *CRM, server side* of 3CX 18 to 20, whose scenario `ReportCall` sends each call as
 * it ends ("CRM Template XML Description" of 3CX). Only the start is an expression inside of
 * another one: free text with two passes would be evaluated.
 */
export function threeCxTemplate(url: string): string {
  const postValues = Object.entries(values).map(([key, value]) => postValue(key, 1, value));
  const startedAt = '[[CallStartTimeUTC].ToString("yyyy-MM-ddTHH:mm:ssZ")]';
  return `<?xml version="1.0" encoding="utf-8"?>
<Crm Country="ZA" Name="Recoup" Version="1" SupportsEmojis="true">
  <Number Prefix="AsIs" MaxLength="" />
  <Connection MaxConcurrentRequests="2" />
  <Parameters>
    <Parameter Name="Secret" Type="Password" Editor="String"
      Title="Secret of this telephone system" Default="" />
    <Parameter Name="ReportCallEnabled" Type="Boolean" Editor="String"
      Title="Send calls to Recoup" Default="True" />
  </Parameters>
  <Authentication Type="Basic">
    <Value>recoup:[Secret]</Value>
  </Authentication>
  <Scenarios>
    <Scenario Id="ReportCall" Type="REST">
      <Request SkipIf="[ReportCallEnabled]!=True" Url="${escaped(url)}"
        MessagePasses="0" Message="" RequestContentType="" RequestEncoding="Json"
        RequestType="Post" ResponseType="Json">
        <PostValues>
${[...postValues, postValue('startedAt', 2, startedAt)].join('\n')}
        </PostValues>
      </Request>
    </Scenario>
  </Scenarios>
</Crm>
`;
}

function postValue(key: string, passes: 1 | 2, value: string): string {
  return `          <Value Key="${key}" Passes="${passes}" Type="String">${escaped(value)}</Value>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
