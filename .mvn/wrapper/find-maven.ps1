# Used by mvnw.cmd; the same choice as mvnw makes. Prints MAVEN=<path of mvn.cmd> and, where Java is to be another than
# the default, JAVA_HOME=<path of a JDK>; downloads and unpacks the pinned release where no installed Maven will do.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
$neededMaven = [version]'3.8.6'
$neededJava = 25

function Find-Jdk {
  $folders = "$HOME\.sdkman\candidates\java", "$HOME\.jdks", "$env:ProgramFiles\Java",
    "$env:ProgramFiles\Eclipse Adoptium", "$env:ProgramFiles\Microsoft", "$env:ProgramFiles\Zulu"
  Get-ChildItem -Directory -ErrorAction SilentlyContinue -Path $folders | Where-Object {
    $release = Join-Path $_.FullName 'release'
    (Test-Path $release) -and (Test-Path (Join-Path $_.FullName 'bin\javac.exe')) -and
      ((Get-Content -Raw $release) -match 'JAVA_VERSION="(\d+)') -and ([int]$Matches[1] -ge $neededJava)
  } | Select-Object -First 1 -ExpandProperty FullName
}

function Get-DefaultJava {
  if (-not (Get-Command java -ErrorAction SilentlyContinue)) { return 0 }
  if ((cmd /c 'java -version 2>&1' | Out-String) -match ' version "(\d+)') { [int]$Matches[1] } else { 0 }
}

function Find-InstalledMaven {
  $maven = Get-Command mvn.cmd -ErrorAction SilentlyContinue
  if ($maven -and ((cmd /c 'mvn.cmd -v 2>&1' | Out-String) -match 'Apache Maven (\d+\.\d+\.\d+)') -and
      ([version]$Matches[1] -ge $neededMaven)) { $maven.Source }
}

function Install-PinnedMaven {
  $properties = ConvertFrom-StringData (Get-Content -Raw (Join-Path $PSScriptRoot 'maven-wrapper.properties'))
  $url = $properties.distributionUrl
  $checksum = $properties.distributionSha512Sum
  $file = $url.Substring($url.LastIndexOf('/') + 1)
  $release = $file -replace '-bin\.zip$'
  if ($env:MVNW_REPOURL) {
    $version = $release -replace '^apache-maven-'
    $url = "$($env:MVNW_REPOURL.TrimEnd('/'))/org/apache/maven/apache-maven/$version/$file"
  }
  $userHome = if ($env:MAVEN_USER_HOME) { $env:MAVEN_USER_HOME } else { "$HOME\.m2" }
  $maven = "$userHome\wrapper\dists\$release\$($checksum.Substring(0, 12))"
  if (-not (Test-Path "$maven\bin\mvn.cmd")) {
    $work = "$maven.download.$PID"
    New-Item -ItemType Directory -Force $work | Out-Null
    try {
      [Console]::Error.WriteLine("mvnw: downloading $url")
      Invoke-WebRequest -UseBasicParsing -Uri $url -OutFile "$work\$file"
      $actual = (Get-FileHash -Algorithm SHA512 "$work\$file").Hash
      if ($actual -ne $checksum) { throw "wrong checksum of ${url}: expected SHA-512 $checksum, got $actual" }
      Expand-Archive "$work\$file" $work
      if (-not (Test-Path $maven)) { Move-Item "$work\$release" $maven }
    } finally {
      Remove-Item -Recurse -Force $work
    }
  }
  "$maven\bin\mvn.cmd"
}

try {
  if (-not $env:JAVA_HOME) {
    $java = Get-DefaultJava
    if ($java -lt $neededJava) {
      $jdk = Find-Jdk
      if ($jdk) { $env:JAVA_HOME = $jdk; "JAVA_HOME=$jdk" }
      elseif ($java -eq 0) { throw "no java found: install a JDK of at least $neededJava, or set JAVA_HOME to one" }
    }
  }
  $maven = Find-InstalledMaven
  if (-not $maven) { $maven = Install-PinnedMaven }
  "MAVEN=$maven"
} catch {
  [Console]::Error.WriteLine("mvnw: $($_.Exception.Message)")
  exit 1
}
